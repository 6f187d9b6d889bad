import type { Sent, SentFound } from '#src/journal/search.ts';
import { entryWords, type EntryWords } from './sent.ts';

/** How one found pair reads: as a single entry does, whichever way it was sent. */
export const foundWords = ({ from, status, durationMs, requests = 0, ...sent }: Sent): EntryWords =>
  entryWords(
    {
      requests,
      ...sent,
      id: 'entry' in from ? from.entry : from.run,
      tab: '',
      ...(status !== undefined && { status }),
      ...(durationMs !== undefined && { durationMs }),
    },
    undefined,
    sent.at,
  );

/** `no. 12 of the run from renewals-nov.csv`: pairs of a run count from 1, without the lines that were left out. */
export const lineWords = ({ line, source }: { line: number; source: string }): string =>
  `no. ${(line + 1).toLocaleString('en')} of ${source === '' ? 'a run' : `the run from ${source}`}`;

/** How much was found. */
export const sumWords = ({ found: { length: count }, more }: SentFound): string =>
  count === 0
    ? 'Nothing that this browser sent fits.'
    : `${more ? 'More than ' : ''}${count.toLocaleString('en')} found, the newest first`;
