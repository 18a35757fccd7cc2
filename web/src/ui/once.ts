/** Something that happens once, and that others wait for. */
export interface Once {
  readonly over: Promise<void>;
  readonly happened: () => void;
}

export function once(): Once {
  let happened: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    happened = resolve;
  });
  return { over, happened };
}
