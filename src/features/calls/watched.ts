/** One call that this person watches. The ID is kept exactly as it was entered. */
export type Watched = {
  id: string;
  /** Epoch milliseconds. */
  addedAt: number;
  /** The person paused its checks. */
  paused?: true;
  /** The person asked to go on although the service refuses the ID, since a new call may appear late. */
  keepTrying?: true;
};

/** What this browser keeps for one service and person. */
export type Kept = {
  calls: readonly Watched[];
  /** The chosen time between checks, in seconds; absent where nothing was chosen. */
  checkSeconds?: number;
};

/** Where it is kept: the `key` of `storage` events. */
export const keptKey = (storageKey: string): string => `console.calls.${storageKey}`;

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const toWatched = (value: unknown): Watched[] => {
  const id = field(value, 'id');
  const addedAt = field(value, 'addedAt');
  if (typeof id !== 'string' || typeof addedAt !== 'number') return [];
  return [
    {
      id,
      addedAt,
      ...(field(value, 'paused') === true && { paused: true }),
      ...(field(value, 'keepTrying') === true && { keepTrying: true }),
    },
  ];
};

/** What is kept; whatever else stands there counts as nothing. Undefined where the browser refuses its storage. */
export const readKept = (storageKey: string): Kept | undefined => {
  let text: string | null;
  try {
    text = localStorage.getItem(keptKey(storageKey));
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const calls = field(value, 'calls');
    const checkSeconds = field(value, 'checkSeconds');
    return {
      calls: Array.isArray(calls) ? calls.flatMap(toWatched) : [],
      ...(typeof checkSeconds === 'number' && checkSeconds >= 1 && { checkSeconds }),
    };
  } catch {
    return { calls: [] };
  }
};

/** Keeps it, and says whether the browser took it. */
export const writeKept = (storageKey: string, kept: Kept): boolean => {
  try {
    if (kept.calls.length === 0 && kept.checkSeconds === undefined)
      localStorage.removeItem(keptKey(storageKey));
    else localStorage.setItem(keptKey(storageKey), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
};

/** Whether calls are watched here; cheap, and known before the board is loaded. */
export const hasWatchedCalls = (storageKey: string): boolean => (readKept(storageKey)?.calls.length ?? 0) > 0;
