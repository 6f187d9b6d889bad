import { takeTurn, type Slicing } from '#src/lib/slicing.ts';
import { readText } from '#src/lists/list-text.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import { createChecker } from './draft-check.ts';
import { createDraft } from './draft-create.ts';
import { tableOfCombination, tableOfPairs, tableOfText, type Table } from './draft-table.ts';
import type { Draft, DraftFailure, DraftInput } from './draft.ts';

type Read = { table: Table; source: string; isGuessed: boolean };

// The second part of the time goes into checking what the first one has read.
const READING_SHARE = 0.6;

const tableOf = async (input: DraftInput, slicing: Slicing): Promise<Read | DraftFailure> => {
  switch (input.kind) {
    case 'pairs':
      return { table: tableOfPairs(input.pairs), source: input.source, isGuessed: false };
    case 'every': {
      const table = await tableOfCombination(input, slicing);
      return table ? { table, source: '', isGuessed: false } : 'too-big';
    }
    case 'text':
    case 'file': {
      const read = await readText(input, slicing.signal);
      if (!read.ok) return read.why;
      const source = input.kind === 'file' ? input.file.name : '';
      return { table: await tableOfText(read.text, slicing), source, isGuessed: read.isGuessed };
    }
  }
};

/**
 * Reads and checks an input of any length in slices, so that the page keeps answering. Rejects only when `signal`
 * aborts.
 */
export const readDraft = async (
  input: DraftInput,
  operation: ChangeOperation,
  slicing: Slicing,
): Promise<Draft | DraftFailure> => {
  const { onProgress, ...rest } = slicing;
  const part = (from: number, until: number): Slicing => ({
    ...rest,
    ...(onProgress && { onProgress: (share: number) => onProgress(from + share * (until - from)) }),
  });
  const read = await tableOf(input, part(0, READING_SHARE));
  slicing.signal.throwIfAborted();
  if (typeof read === 'string') return read;
  const { table } = read;
  if (table.rows.length === 0) return 'no-pairs';
  await takeTurn(slicing);
  const checker = createChecker(table);
  const lines = await checker.all(table, part(READING_SHARE, 1));
  return createDraft({ ...read, checker, lines, operation });
};
