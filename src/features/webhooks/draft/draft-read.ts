import { MOST_READ, readFile } from '#src/lib/file-text.ts';
import { createPause, takeTurn, type Slicing } from '#src/lib/slicing.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import { createUncheckedDraft, type DraftSetup } from './draft-create.ts';
import { tableOfCombination, tableOfPairs, tableOfText, type Table } from './draft-rows.ts';
import type { Draft, DraftInput, ReadFailure } from './draft.ts';

type Read = { table: Table; source: string; isGuessed: boolean };

// The second part of the time goes into checking what the first one has read.
const READING_SHARE = 0.6;

const tableOf = async (input: DraftInput, slicing: Slicing): Promise<Read | ReadFailure> => {
  switch (input.kind) {
    case 'pairs':
      return {
        table: tableOfPairs(input.pairs.map(({ campaignId, webhookId }) => [campaignId, webhookId])),
        source: input.source,
        isGuessed: false,
      };
    case 'every': {
      const table = await tableOfCombination(input, slicing);
      return table ? { table, source: '', isGuessed: false } : 'too-big';
    }
    case 'text': {
      if (input.text.length > MOST_READ) return 'too-big';
      if (input.text.includes('\0')) return 'no-text';
      const text = input.text.startsWith('\uFEFF') ? input.text.slice(1) : input.text;
      return { table: await tableOfText(text, slicing), source: '', isGuessed: false };
    }
    case 'file': {
      const read = await readFile(input.file, slicing.signal);
      if (!read.ok) return read.why;
      return {
        table: await tableOfText(read.text, slicing),
        source: input.file.name,
        isGuessed: read.encoding === 'windows-1252',
      };
    }
  }
};

/** A draft of a table, all of it checked at once. */
export const createDraft = (setup: DraftSetup): Draft => {
  const { draft, count, checkLine, open } = createUncheckedDraft(setup);
  for (let index = 0; index < count; index += 1) checkLine(index);
  open();
  return draft;
};

/**
 * Reads and checks an input of any length in slices, so that the page keeps answering. Rejects only when `signal`
 * aborts.
 */
export const readDraft = async (
  input: DraftInput,
  operation: ChangeOperation,
  slicing: Slicing,
): Promise<{ ok: true; draft: Draft } | { ok: false; why: ReadFailure }> => {
  const { onProgress, ...rest } = slicing;
  const part = (from: number, until: number): Slicing => ({
    ...rest,
    ...(onProgress && { onProgress: (share: number) => onProgress(from + share * (until - from)) }),
  });
  const read = await tableOf(input, part(0, READING_SHARE));
  slicing.signal.throwIfAborted();
  if (typeof read === 'string') return { ok: false, why: read };
  if (read.table.rows.length === 0) return { ok: false, why: 'no-pairs' };
  await takeTurn(slicing);
  const { draft, count, checkLine, open } = createUncheckedDraft({ ...read, operation });
  const pause = createPause(part(READING_SHARE, 1));
  for (let index = 0; index < count; index += 1) {
    checkLine(index);
    const wait = index % 64 === 63 ? pause(index / count) : undefined;
    if (wait) await wait;
  }
  open();
  return { ok: true, draft };
};
