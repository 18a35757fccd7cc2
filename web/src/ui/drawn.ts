/** Over when what is there now has been drawn; in a tab that nobody sees, when somebody does. */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
