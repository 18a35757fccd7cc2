/** Keeps one game open in one tab at a time, where the browser has locks; elsewhere nothing is held back. */
export interface GameLock {
  /** Settles when another tab has taken the game over. */
  readonly lost: Promise<void>;
  release(): void;
}

/** A page that is being reloaded may hold its game for a moment longer. */
const TRIES = 5;
const BETWEEN_MS = 80;

/** `null`: the game is open in another tab. `steal` takes it from there. */
export async function lockGame(id: string, steal = false): Promise<GameLock | null> {
  for (let tries = 1; ; tries++) {
    const lock = await request(`outpost-game-${id}`, steal);
    if (lock || tries === TRIES) return lock;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

function request(name: string, steal: boolean): Promise<GameLock | null> {
  const unlocked: GameLock = { lost: new Promise(() => {}), release: () => {} };
  // Only where the page came over a secure connection.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve(unlocked);
  return new Promise((resolve) => {
    let release = (): void => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let lose = (): void => {};
    const lost = new Promise<void>((done) => {
      lose = done;
    });
    locks
      .request(name, steal ? { steal: true } : { ifAvailable: true }, (lock) => {
        resolve(lock && { lost, release });
        return lock ? held : undefined;
      })
      .catch(() => {
        // Taken by another tab; or refused from the start, and then nothing has been answered yet.
        lose();
        resolve(unlocked);
      });
  });
}
