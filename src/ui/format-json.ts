const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

const MAX_INDENTS = 40;

/** Indents valid JSON without parsing it, which would round long numbers. */
export const formatJson = (text: string): string => {
  let out = '';
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENTS))}`;
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
