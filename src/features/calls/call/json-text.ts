const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * JSON set out with indents, each value exactly as it came: parsing and writing it again would round long numbers.
 * Takes a text that is known to be JSON.
 */
export const setOutJson = (text: string): string => {
  let out = '';
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(depth)}`;
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
