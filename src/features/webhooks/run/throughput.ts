/** Answers that the estimate rests on: recent enough to follow a change, many enough not to jump. */
const MOST = 60;
const LEAST = 5;

/** How fast answers come in of late. */
export const createThroughput = (now: () => number) => {
  const times: number[] = [];
  return {
    /** One more answer. */
    count: (): void => {
      times.push(now());
      if (times.length > MOST) times.shift();
    },
    /** How long so many more will take, in milliseconds; undefined as long as too few have come. */
    msFor: (count: number): number | undefined => {
      const [first] = times;
      if (first === undefined || times.length < LEAST) return undefined;
      const spentMs = Math.max(1, now() - first);
      return (spentMs / (times.length - 1)) * count;
    },
  };
};
