const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Deeper lines are indented no further: they would be longer than all else. */
const MOST_INDENTS = 40;

/**
 * JSON set out with indents, each value exactly as it came: parsing and writing it again would round long numbers.
 * Takes a text that is known to be JSON.
 */
export const formatJson = (text: string): string => {
  let out = '';
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(Math.min(depth, MOST_INDENTS))}`;
  for (const token of text.match(TOKEN) ?? []) {
    const opensBefore = before === '{' || before === '[';
    if (token === '}' || token === ']') {
      depth -= 1;
      out += opensBefore ? token : line() + token;
    } else {
      if (opensBefore) out += line();
      out += token;
      if (token === '{' || token === '[') depth += 1;
      else if (token === ',') out += line();
      else if (token === ':') out += ' ';
    }
    before = token;
  }
  return out;
};
