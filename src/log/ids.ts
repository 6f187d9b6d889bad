/** Enough for times up to the year 5188. */
const TIME_DIGITS = 9;

const getIdPrefix = (epochMs: number): string => Math.max(0, epochMs).toString(36).padStart(TIME_DIGITS, '0');

const parseIdTime = (id: string): number => Number.parseInt(id.slice(0, TIME_DIGITS), 36) || 0;

/** IDs sort by time, then by order in this tab, even if the clock is set back. */
export const createIds = (tab: string, epochNow: () => number) => {
  let count = 0;
  let last = 0;
  return {
    /** Later IDs sort after this one. */
    startAfter: (id: string): void => {
      last = Math.max(last, parseIdTime(id) + 1);
    },
    next: (): string => {
      count += 1;
      last = Math.max(last, epochNow());
      return `${getIdPrefix(last)}-${count.toString(36).padStart(6, '0')}-${tab}`;
    },
  };
};
