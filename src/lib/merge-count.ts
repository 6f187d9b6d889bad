export type MergeCount = {
  added: number;
  /** Were here, and the backup added to them. */
  updated: number;
  /** Were here, with nothing to add. */
  known: number;
  unreadable: number;
  /** More than this browser keeps. */
  surplus: number;
};

export const createMergeCount = (): MergeCount => ({
  added: 0,
  updated: 0,
  known: 0,
  unreadable: 0,
  surplus: 0,
});
