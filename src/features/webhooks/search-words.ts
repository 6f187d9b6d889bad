import type { Sent } from '#src/journal/search.ts';
import { entryWords, type EntryWords } from './sent.ts';

/** How one found pair reads: as a single entry does, whichever way it was sent. */
export const foundWords = ({ from, status, durationMs, ...sent }: Sent): EntryWords =>
  entryWords(
    {
      ...sent,
      id: 'entry' in from ? from.entry : from.run,
      tab: '',
      ...(status !== undefined && { status }),
      ...(durationMs !== undefined && { durationMs }),
    },
    undefined,
    sent.at,
  );

/** `line 12 of renewals-nov.csv`. Lines count from 1 there. */
export const lineWords = ({ line, source }: { line: number; source: string }): string =>
  `line ${(line + 1).toLocaleString('en')} of ${source === '' ? 'a run' : source}`;

/** How much was found. */
export const sumWords = (count: number, more: boolean): string => {
  if (count === 0) return 'Nothing that this browser sent fits.';
  return `${more ? 'More than ' : ''}${count.toLocaleString('en')} found, the newest first`;
};
