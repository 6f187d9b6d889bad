/** `known`: were here already. `leftOut`: couldn't be read, or are more than this browser keeps. */
export type MergeCount = { added: number; known: number; leftOut: number };

export const createMergeCount = (): MergeCount => ({ added: 0, known: 0, leftOut: 0 });
