/** `ok` works, `warn` should be looked at, `bad` has to be changed, `none` was not checked. */
export type FindingState = 'ok' | 'warn' | 'bad' | 'none';

/** What one check found, in whole sentences. Never holds a token, a code or an answer's body. */
export type Finding = {
  state: FindingState;
  tried: string;
  came: string;
  /** What to change, and where; absent where nothing is to be changed. */
  change?: string | undefined;
};

/** Says what a check found, after what it tried. */
export const findingOf =
  (tried: string) =>
  (state: FindingState, came: string, change?: string): Finding => ({ state, tried, came, change });

export type Found = ReturnType<typeof findingOf>;

export const STATE_WORDS: Record<FindingState, string> = {
  ok: 'Works',
  warn: 'Look at this',
  bad: 'Change this',
  none: 'Not checked',
};

/** One line of the page: `finding` is undefined until there is one. */
export type Line = { title: string; finding: Finding | undefined };

/** The results as text, for whoever can change what is wrong. */
export const reportOf = (lines: readonly Line[], origin: string, at: Date): string => {
  const blocks = lines.map(({ title, finding }) =>
    finding
      ? [
          `${STATE_WORDS[finding.state].toUpperCase()}: ${title}`,
          `  Tried: ${finding.tried}`,
          `  Result: ${finding.came}`,
          ...(finding.change === undefined ? [] : [`  To do: ${finding.change}`]),
        ].join('\n')
      : `${STATE_WORDS.none.toUpperCase()}: ${title}`,
  );
  return [`Setup of ${origin}, checked at ${at.toISOString()}`, ...blocks].join('\n\n');
};
