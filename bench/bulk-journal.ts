import type { Page } from 'playwright';

/** What was kept of a run, and when; times are epoch milliseconds of the page, with fractions. */
export type JournalLog = {
  /** Transactions that wrote, since the last time. */
  writes: { begun: number; kept: number; isStrict: boolean }[];
  /** Lines that were written ahead: by campaign and webhook, when that was asked for and when it was kept. */
  ahead: { key: string; asked: number; kept: number }[];
};

declare global {
  interface Window {
    benchJournal: JournalLog;
  }
}

/** Stands in the page before its code. It reads what is put into the journal's blocks: rows whose places have a meaning. */
const watch = (): void => {
  const CAMPAIGN = 0;
  const WEBHOOK = 1;
  const STATE = 2;
  const SENT_AT = 4;
  const SENDING = 1;
  const log: JournalLog = { writes: [], ahead: [] };
  window.benchJournal = log;
  const seen = new Set<string>();
  const waiting = new WeakMap<IDBTransaction, { key: string; asked: number }[]>();
  const now = (): number => performance.timeOrigin + performance.now();

  const rowsOf = (value: unknown): unknown[][] => {
    const text: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, 'text') : undefined;
    if (typeof text !== 'string' || !text.startsWith('[[')) return [];
    return JSON.parse(text) as unknown[][];
  };

  const wrap = (
    owner: object,
    method: string,
    around: (call: () => unknown, self: unknown, given: unknown[]) => unknown,
  ) => {
    const native: unknown = Reflect.get(owner, method);
    if (typeof native !== 'function') return;
    const apply = (_target: unknown, self: unknown, given: unknown[]): unknown =>
      around(() => Reflect.apply(native, self, given) as unknown, self, given);
    Reflect.set(owner, method, new Proxy(native, { apply }));
  };

  const isStrictOption = (options: unknown): boolean =>
    typeof options === 'object' && options !== null && Reflect.get(options, 'durability') === 'strict';

  wrap(IDBDatabase.prototype, 'transaction', (call, _self, [, mode, options]) => {
    const begun = now();
    const made = call();
    if (mode !== 'readwrite' || !(made instanceof IDBTransaction)) return made;
    const isStrict = isStrictOption(options);
    waiting.set(made, []);
    // Before the page's own listeners: what it does after this event is later.
    made.addEventListener('complete', () => {
      const kept = now();
      log.writes.push({ begun, kept, isStrict });
      for (const one of waiting.get(made) ?? []) log.ahead.push({ ...one, kept });
    });
    return made;
  });

  wrap(IDBObjectStore.prototype, 'put', (call, self, [value]) => {
    const lines =
      self instanceof IDBObjectStore && self.name === 'blocks' ? waiting.get(self.transaction) : undefined;
    if (lines) {
      for (const row of rowsOf(value)) {
        const key = `${String(row[CAMPAIGN])} ${String(row[WEBHOOK])}`;
        if (row[STATE] !== SENDING || seen.has(key)) continue;
        seen.add(key);
        lines.push({ key, asked: Number(row[SENT_AT]) });
      }
    }
    return call();
  });
};

export const watchJournal = (page: Page): Promise<void> => page.addInitScript(watch).then(() => undefined);

export const readJournalLog = (page: Page): Promise<JournalLog> => page.evaluate(() => window.benchJournal);
