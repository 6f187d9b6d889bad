const SLICE = 500;

/** Acts on the first 500 at once, on each further slice in a task of its own: copying thousands of calls is work. */
export const inSlices = <Each>(all: readonly Each[], act: (slice: Each[]) => void): void => {
  if (all.length > 0) act(all.slice(0, SLICE));
  if (all.length > SLICE) setTimeout(() => inSlices(all.slice(SLICE), act));
};
