import { storageWords } from './words';

/** The browser's storage did not answer in time. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
  constructor() {
    super(storageWords.noAnswer);
  }
}

/**
 * For questions to the browser's storage, which in some states leaves them open for ever: rejects with a
 * {@link NoAnswerError} when the answer takes longer. What was asked may still happen later.
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswerError()), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
