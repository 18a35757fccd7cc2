import { t } from './strings';

/**
 * For questions to the browser's storage, which in some states leaves them open for ever: rejects when the answer takes
 * longer. What was asked may still happen later.
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(t.storage.noAnswer)), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
