/** One line of a flattened value. `more` says that lines were left out. */
export type FlatLine = { path: string; value: string; kind: 'value' | 'null' | 'more' };

const MAX_DEPTH = 8;
const MAX_LINES = 200;

const PLAIN_KEY = /^[\p{L}\p{N}_$@-]+$/u;

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

const leaf = (path: string, value: unknown): FlatLine =>
  value === null || value === undefined
    ? { path, value: 'null', kind: 'null' }
    : { path, value: typeof value === 'string' ? value : `${value as number | boolean}`, kind: 'value' };

/**
 * A JSON value as `path value` lines (`carrier.route null`, `errors.0 busy`), in the order of the service. A key with
 * a dot, a space or nothing in it is quoted. Deeper than 8 levels a branch stands as its kind; after 200 lines one
 * `more` line ends the list.
 */
export const flatten = (value: unknown, limits = { depth: MAX_DEPTH, lines: MAX_LINES }): FlatLine[] => {
  const lines: FlatLine[] = [];
  const visit = (branch: unknown, path: string, depth: number): void => {
    if (lines.length > limits.lines) return;
    if (!isBranch(branch)) {
      lines.push(leaf(path, branch));
      return;
    }
    const entries = Object.entries(branch);
    if (entries.length === 0 || depth >= limits.depth) {
      const inside = entries.length === 0 ? '' : '…';
      lines.push({ path, value: Array.isArray(branch) ? `[${inside}]` : `{${inside}}`, kind: 'value' });
      return;
    }
    for (const [key, item] of entries) {
      if (lines.length > limits.lines) return;
      const step = PLAIN_KEY.test(key) ? key : JSON.stringify(key);
      visit(item, path === '' ? step : `${path}.${step}`, depth + 1);
    }
  };
  visit(value, '', 0);
  if (lines.length <= limits.lines) return lines;
  return [...lines.slice(0, limits.lines), { path: '', value: '…', kind: 'more' }];
};
