import type { Page } from 'playwright';
import type { StorageFault } from './books-plan.ts';

/**
 * Runs in each page before the console's code, and makes all writes to the log fail on demand. What was written stays, and reading
 * goes on, unless the connection is lost.
 */
export const prepareStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let fault: StorageFault | undefined;
    const lost = new WeakSet<IDBDatabase>();
    const known = new Set<IDBDatabase>();
    const begin = Reflect.get(IDBDatabase.prototype, 'transaction');
    const isOfLog = (db: IDBDatabase): boolean => db.name.startsWith('log-');
    IDBDatabase.prototype.transaction = function (...given) {
      if (!isOfLog(this)) return Reflect.apply(begin, this, given);
      known.add(this);
      if (fault === 'lost' || lost.has(this)) {
        throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
      }
      const transaction: IDBTransaction = Reflect.apply(begin, this, given);
      // As on a disk with room for the changes but not for their commit.
      if (fault === 'broken off' && transaction.mode === 'readwrite') {
        let isOver = false;
        const breakOff = (): void => {
          if (!isOver) transaction.abort();
          isOver = true;
        };
        // The commit may be requested in this task.
        transaction.commit = breakOff;
        queueMicrotask(breakOff);
      }
      return transaction;
    };
    for (const name of ['put', 'add'] as const) {
      const write = Reflect.get(IDBObjectStore.prototype, name);
      IDBObjectStore.prototype[name] = function (...given) {
        if (fault === 'full' && isOfLog(this.transaction.db)) {
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }
        return Reflect.apply(write, this, given);
      };
    }
    Object.assign(window, {
      failStorage: (next: StorageFault | undefined) => {
        fault = next === 'lost for a moment' ? undefined : next;
        if (next === 'lost for a moment') for (const db of known) lost.add(db);
      },
    });
  });

export const failStorage = (page: Page, fault: StorageFault | undefined): Promise<void> =>
  page.evaluate((next) => Reflect.apply(Reflect.get(window, 'failStorage'), undefined, [next]), fault);
