/**
 * For how long a browser is taken to remember that the service admits a request to one address. Safari forgets after ten
 * minutes whatever the service allows (`Access-Control-Max-Age`), others later.
 */
const REMEMBERED_MS = 600_000;

/**
 * How many requests a browser makes of each that goes to another origin: it asks for leave first, for each address anew
 * (Fetch, "CORS-preflight fetch"). No page is told of it.
 */
export const countPreflights = (now: () => number) => {
  /** When each address was last asked for leave, the longest ago first. */
  const asked = new Map<string, number>();
  return {
    /** 2 where the browser asks for leave first, else 1. */
    costOf: (target: string): number => (now() - (asked.get(target) ?? -Infinity) < REMEMBERED_MS ? 1 : 2),
    /** A request leaves for this address. */
    note: (target: string): void => {
      if (now() - (asked.get(target) ?? -Infinity) < REMEMBERED_MS) return;
      asked.delete(target);
      asked.set(target, now());
      for (const [each, at] of asked) {
        if (now() - at < REMEMBERED_MS) break;
        asked.delete(each);
      }
    },
  };
};
