/**
 * A JSON value without what lies deeper than `levels` of objects and arrays: a branch there stands as its kind, `{…}` or
 * `[…]`. What is deep makes everything that calls itself run out of stack, the browser's own copying included. A value
 * that is not too deep is given back as it is.
 */
export const boundDepth = <Value>(value: Value, levels: number): Value => {
  const bounded = (branch: unknown, left: number): unknown => {
    if (typeof branch !== 'object' || branch === null) return branch;
    const isArray = Array.isArray(branch);
    const entries = Object.entries(branch);
    if (left === 0) return entries.length === 0 ? branch : isArray ? '[…]' : '{…}';
    const inner = entries.map(([key, each]): [string, unknown] => [key, bounded(each, left - 1)]);
    if (inner.every(([, each], at) => each === entries[at]?.[1])) return branch;
    return isArray ? inner.map(([, each]) => each) : Object.fromEntries(inner);
  };
  return bounded(value, levels) as Value;
};
