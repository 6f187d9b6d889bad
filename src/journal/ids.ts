/** A name that no other tab has. */
export const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

/** IDs that sort by their time, epoch milliseconds, and within one by their order in this tab. */
export const createIds = (tab: string): ((at: number) => string) => {
  let count = 0;
  return (at) => {
    count += 1;
    return `${at.toString(36).padStart(9, '0')}-${count.toString(36).padStart(6, '0')}-${tab}`;
  };
};
