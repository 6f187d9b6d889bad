/** A name that no other tab has. */
export const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

/** The digits of a time, to the year 5188. */
const TIME_DIGITS = 9;

/** The time that an ID sorts by, epoch milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, TIME_DIGITS), 36) || 0;

/** IDs that sort by their time, epoch milliseconds, and within one by their order in this tab. */
export const createIds = (tab: string): ((at: number) => string) => {
  let count = 0;
  return (at) => {
    count += 1;
    return `${at.toString(36).padStart(TIME_DIGITS, '0')}-${count.toString(36).padStart(6, '0')}-${tab}`;
  };
};
