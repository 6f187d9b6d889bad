import type { Page } from 'playwright';

/** What was kept of a run, and when; times are epoch milliseconds of the page, with fractions. */
export type JournalLog = {
  /** Transactions that wrote. */
  writes: number;
  /** Milliseconds from the beginning to the end of each transaction that had to be kept before something left. */
  strictMs: number[];
  /** By line: when it was asked to be written ahead for the first time, and when that was kept; 0 where it never was. */
  asked: number[];
  kept: number[];
};

declare global {
  interface Window {
    benchJournal: { read: () => JournalLog };
  }
}

/**
 * Stands in the page before its code. It reads what is put into the journal's blocks, rows whose places have a meaning,
 * and keeps its own notes outside of the heap that is measured. A line is known by the number at the end of its webhook.
 */
const watch = (most: number): void => {
  const WEBHOOK = 1;
  const STATE = 2;
  const SENT_AT = 4;
  const SENDING = 1;
  const asked = new Float64Array(most);
  const kept = new Float64Array(most);
  const strictMs = new Float64Array(4 * most);
  let writes = 0;
  let stricts = 0;
  const waiting = new WeakMap<IDBTransaction, number[]>();
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
    const lines: number[] = [];
    waiting.set(made, lines);
    // Before the page's own listeners: what it does after this event is later.
    made.addEventListener('complete', () => {
      const end = now();
      writes += 1;
      if (isStrict) {
        strictMs[stricts] = end - begun;
        stricts += 1;
      }
      for (const line of lines) kept[line] = end;
    });
    return made;
  });

  wrap(IDBObjectStore.prototype, 'put', (call, self, [value]) => {
    const lines =
      self instanceof IDBObjectStore && self.name === 'blocks' ? waiting.get(self.transaction) : undefined;
    if (lines) {
      for (const row of rowsOf(value)) {
        if (row[STATE] !== SENDING) continue;
        const line = Number(String(row[WEBHOOK]).slice(-6));
        if (asked[line] !== 0) continue;
        asked[line] = Number(row[SENT_AT]);
        lines.push(line);
      }
    }
    return call();
  });

  window.benchJournal = {
    read: () => ({
      writes,
      strictMs: [...strictMs.subarray(0, stricts)],
      asked: [...asked],
      kept: [...kept],
    }),
  };
};

/** `lines`: their number, which is above that of each. */
export const watchJournal = (page: Page, lines: number): Promise<void> =>
  page.addInitScript(watch, lines).then(() => undefined);

export const readJournal = (page: Page): Promise<JournalLog> =>
  page.evaluate(() => window.benchJournal.read());
