/** What became of the rows of a backup. */
export type MergeCount = {
  added: number;
  /** They were here, and the backup knew more of them. */
  updated: number;
  /** They were here already. */
  known: number;
  unreadable: number;
  /** Over what is kept. */
  surplus: number;
};

export const createMergeCount = (): MergeCount => ({
  added: 0,
  updated: 0,
  known: 0,
  unreadable: 0,
  surplus: 0,
});
