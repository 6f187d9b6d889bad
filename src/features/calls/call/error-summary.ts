/** The values in a JSON value, the first few of each level: a hint has no need of more. */
const valuesIn = (value: unknown, depth = 4): string[] => {
  if (typeof value !== 'object') return [typeof value === 'string' ? value : JSON.stringify(value)];
  if (value === null || depth === 0) return [];
  return Object.values(value)
    .slice(0, 5)
    .flatMap((each) => valuesIn(each, depth - 1));
};

/** A call's `error` in one line: a text as it is, of an object its first three values. */
export const errorSummary = (error: string | object): string =>
  typeof error === 'string'
    ? error
    : valuesIn(error).slice(0, 3).join(' · ') || JSON.stringify(error).slice(0, 200);
