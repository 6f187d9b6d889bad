import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { readText, type ReadFailure } from '#src/lists/list-text.ts';
import { layoutOf, type Choice, type Layout } from './import-layout.ts';
import { readIds, type Found, type Source } from './import-read.ts';
import type { ImportInput } from './input.ts';

type Opened = { source: Source; layout?: Layout; isGuessed: boolean };

type Reading =
  /** `share` from 0 to 1; absent while nothing can be said of it. */
  | { kind: 'reading'; share?: number | undefined }
  | { kind: 'failed'; why: ReadFailure }
  | { kind: 'read'; found: Found };

const EVERY: Choice = { column: 'every', hasHeader: false };

const open = async (input: ImportInput, signal: AbortSignal): Promise<Opened | ReadFailure> => {
  if (input.kind === 'ids') return { source: { ids: input.ids }, isGuessed: false };
  const read = await readText(input, signal);
  if (!read.ok) return read.why;
  const { text, isGuessed } = read;
  const layout = layoutOf(text);
  return { source: { text, separator: layout.separator }, layout, isGuessed };
};

/** Reads an input as the person chooses; what is under way stops when the dialog goes, and nothing of it stays. */
export const useImport = ({
  input,
  isWatched,
  room,
}: {
  input: ImportInput;
  isWatched: (id: string) => boolean;
  room: number;
}) => {
  const id = useId();
  const [chosen, choose] = useState<Choice>();
  const [progress, setProgress] = useState<{ choice: Choice; share: number }>();
  const text = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => open(input, signal),
    gcTime: 0,
  });
  const opened = typeof text.data === 'string' ? undefined : text.data;
  const choice = chosen ?? opened?.layout?.guess ?? EVERY;
  const ids = useQuery({
    queryKey: ['import', id, choice],
    enabled: opened !== undefined,
    queryFn: async ({ signal }) =>
      opened &&
      readIds(opened.source, choice, {
        isWatched,
        room,
        signal,
        origin: location.origin,
        onProgress: (share) => setProgress({ choice, share: Math.floor(share * 100) / 100 }),
      }),
    gcTime: 0,
  });

  const readingOf = (): Reading => {
    if (typeof text.data === 'string') return { kind: 'failed', why: text.data };
    if (text.isError || ids.isError) return { kind: 'failed', why: 'unreadable' };
    if (ids.data) return { kind: 'read', found: ids.data };
    return { kind: 'reading', share: progress?.choice === choice ? progress.share : undefined };
  };
  return { opened, choice, choose, reading: readingOf() };
};
