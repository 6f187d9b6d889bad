import { useEffect, useEffectEvent, useState } from 'react';
import { layoutOf, type Choice, type Layout } from './import-layout.ts';
import { readIds, type Found, type Source } from './import-read.ts';
import { MOST_READ, readFile, type FileText } from '#src/lib/file-text.ts';
import type { ImportInput } from './input.ts';

type Opened = { source: Source; layout?: Layout; isGuessed: boolean };
type Failure = Extract<FileText, { ok: false }>['why'];

type Reading =
  /** `share` from 0 to 1; absent while nothing can be said of it. */
  { kind: 'reading'; share?: number } | { kind: 'failed'; why: Failure } | { kind: 'read'; found: Found };

const EVERY: Choice = { column: 'every', hasHeader: false };

const open = async (input: ImportInput, signal: AbortSignal): Promise<Opened | Failure> => {
  if (input.kind === 'ids') return { source: { ids: input.ids }, isGuessed: false };
  let { text, isGuessed } = { text: '', isGuessed: false };
  if (input.kind === 'text') {
    if (input.text.length > MOST_READ) return 'too-big';
    ({ text } = input);
  } else {
    const read = await readFile(input.file, signal);
    if (!read.ok) return read.why;
    ({ text } = read);
    isGuessed = read.encoding === 'windows-1252';
  }
  const layout = layoutOf(text);
  return { source: { text, delimiter: layout.delimiter }, layout, isGuessed };
};

/** Reads an input as the person chooses; what is under way stops when the dialog goes. */
export const useImport = ({
  input,
  isWatched,
  room,
}: {
  input: ImportInput;
  isWatched: (id: string) => boolean;
  room: number;
}) => {
  const [opened, setOpened] = useState<Opened>();
  const [choice, setChoice] = useState(EVERY);
  const [reading, setReading] = useState<Reading>({ kind: 'reading' });

  useEffect(() => {
    const leaving = new AbortController();
    const fail = (why: Failure) => leaving.signal.aborted || setReading({ kind: 'failed', why });
    open(input, leaving.signal).then(
      (result) => {
        if (leaving.signal.aborted) return;
        if (typeof result === 'string') return fail(result);
        setChoice(result.layout?.guess ?? EVERY);
        setOpened(result);
      },
      () => fail('unreadable'),
    );
    return () => leaving.abort();
  }, [input]);

  const read = useEffectEvent((source: Source, chosen: Choice, signal: AbortSignal) =>
    readIds(source, chosen, {
      isWatched,
      room,
      signal,
      origin: location.origin,
      onProgress: (share) => setReading({ kind: 'reading', share: Math.floor(share * 100) / 100 }),
    }),
  );
  useEffect(() => {
    if (!opened) return undefined;
    const leaving = new AbortController();
    read(opened.source, choice, leaving.signal).then(
      (found) => leaving.signal.aborted || setReading({ kind: 'read', found }),
      () => leaving.signal.aborted || setReading({ kind: 'failed', why: 'unreadable' }),
    );
    return () => leaving.abort();
  }, [opened, choice]);

  const choose = (next: Choice) => {
    setReading({ kind: 'reading' });
    setChoice(next);
  };
  return { opened, choice, choose, reading };
};
