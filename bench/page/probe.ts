const TALLY = 'section[aria-label="Watched calls by status"]';
const ENDED = new Set(['Completed', 'Failed']);

/** What keys with counts say. */
export const countsOf = (keys: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const [, label = '', count = ''] = /^(.*?)\s*([\d,]+)$/.exec(key.trim()) ?? [];
      return label === '' ? [] : [[label, Number(count.replaceAll(',', ''))]];
    }),
  );

/** What the tally of the screen says. */
export const readTally = (): Record<string, number> =>
  countsOf([...document.querySelectorAll(`${TALLY} button`)].map(({ textContent }) => textContent));

const endedCount = (): number => {
  const tally = readTally();
  return [...ENDED].reduce((sum, label) => sum + (tally[label] ?? 0), 0);
};

const rowOf = (node: Node): Element | null | undefined =>
  (node instanceof Element ? node : node.parentElement)?.closest('tr, [role="row"]');

export type PageProbe = {
  /** When each call's row first showed its end, in epoch milliseconds of the page. */
  endedRows: () => [id: string, at: number][];
  /** Each change of how many have ended by the tally, in epoch milliseconds of the page. */
  endedTally: () => [at: number, count: number][];
};

/** Notes when ends come onto the screen. */
export const watchScreen = (): PageProbe => {
  const rows = new Map<string, number>();
  const tally: [number, number][] = [];
  const epochNow = (): number => performance.timeOrigin + performance.now();

  const lookAtRow = (row: Element): void => {
    const id = row.querySelector('a')?.getAttribute('title');
    if (id === null || id === undefined || rows.has(id)) return;
    const words = [...row.querySelectorAll('[data-tone]')].map((word) => word.textContent.trim());
    if (words.some((word) => ENDED.has(word))) rows.set(id, epochNow());
  };
  const observer = new MutationObserver((changes) => {
    const touched = new Set<Element>();
    let isTally = false;
    for (const { target, addedNodes } of changes) {
      const row = rowOf(target);
      if (row) touched.add(row);
      for (const node of addedNodes) {
        if (node instanceof Element)
          for (const one of node.querySelectorAll('tbody tr, [role="row"]')) touched.add(one);
        const own = rowOf(node);
        if (own) touched.add(own);
      }
      isTally ||= (target instanceof Element ? target : target.parentElement)?.closest(TALLY) !== null;
    }
    for (const row of touched) lookAtRow(row);
    if (!isTally) return;
    const count = endedCount();
    if (count !== tally.at(-1)?.[1]) tally.push([epochNow(), count]);
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  return { endedRows: () => [...rows], endedTally: () => tally };
};
