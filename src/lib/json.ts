/** What a text says as JSON, in a box, since it may say `null`; undefined where it is none. */
export const readJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

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

/** One line of a flattened value. `more` says that lines were left out. */
type FlatLine = { path: string; value: string; kind: 'value' | 'null' | 'more' };

const MOST = { depth: 8, lines: 200 };

const PLAIN_KEY = /^[\p{L}\p{N}_$@-]+$/u;

/**
 * A JSON value as `path value` lines (`carrier.route null`, `errors.0 busy`), in the order of the service. A key with
 * a dot, a space or nothing in it is quoted. Deeper than 8 levels a branch stands as its kind; after 200 lines one
 * `more` line ends the list.
 */
export const flatten = (value: unknown, most = MOST): FlatLine[] => {
  const lines: FlatLine[] = [];
  const visit = (branch: unknown, path: string, depth: number): void => {
    if (lines.length > most.lines) return;
    if (typeof branch !== 'object' || branch === null) {
      const isNull = branch === null || branch === undefined;
      const text = isNull ? 'null' : `${branch as string | number | boolean}`;
      lines.push({ path, value: text, kind: isNull ? 'null' : 'value' });
      return;
    }
    const entries = Object.entries(branch);
    if (entries.length === 0 || depth >= most.depth) {
      const inside = entries.length === 0 ? '' : '…';
      lines.push({ path, value: Array.isArray(branch) ? `[${inside}]` : `{${inside}}`, kind: 'value' });
      return;
    }
    for (const [key, item] of entries) {
      const step = PLAIN_KEY.test(key) ? key : JSON.stringify(key);
      visit(item, path === '' ? step : `${path}.${step}`, depth + 1);
    }
  };
  visit(value, '', 0);
  if (lines.length <= most.lines) return lines;
  return [...lines.slice(0, most.lines), { path: '', value: '…', kind: 'more' }];
};
