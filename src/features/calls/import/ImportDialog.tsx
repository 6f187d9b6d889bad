import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { counted } from '#src/lib/count.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { DropHere, Reading } from '#src/ui/forms/Reading.tsx';
import { READ_FAILURES, readText, type ReadFailure } from '#src/lists/list-text.ts';
import { ImportColumns, ImportPreview, InvisibleIds } from './ImportPreview.tsx';
import { layoutOf, type Choice, type Layout } from './layout.ts';
import { readIds, type Found, type Source } from './read.ts';
import { foundInWords, whyNothing } from './words.ts';
import type { ImportInput } from './input.ts';
import styles from './Import.module.css';

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
const useImport = ({
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

const sourceInWords = (input: ImportInput): string => {
  switch (input.kind) {
    case 'text':
      return 'From pasted text';
    case 'file':
      return `From ${input.file.name}`;
    case 'ids':
      return 'From a link';
  }
};

/** The preview of many call IDs: nothing is watched before the person says so. */
export const ImportDialog = ({
  input,
  isWatched,
  room,
  perSecond,
  onWatch,
  onClose,
}: {
  input: ImportInput;
  isWatched: (id: string) => boolean;
  /** How many calls can still be watched. */
  room: number;
  /** How many checks a second the service is asked for at most. */
  perSecond: number;
  onWatch: (ids: readonly string[]) => void;
  onClose: () => void;
}) => {
  const { opened, choice, choose, reading } = useImport({ input, isWatched, room });
  const whyId = useId();
  const primary = useRef<HTMLButtonElement>(null);
  // Instead of the first column: what was pasted is mostly right, and Enter watches it.
  useLayoutEffect(() => primary.current?.focus(), []);

  const found = reading.kind === 'read' ? reading.found : undefined;
  const why = found && whyNothing(found, room);
  const ids = found && why === undefined ? found.ids.slice(0, room) : [];
  const unit = input.kind === 'ids' ? 'ID' : 'line';
  const lines = found?.lines ? `, ${counted(found.lines, 'line')}` : '';
  return (
    <Dialog
      title="Check the calls to watch"
      wide
      onClose={onClose}
      footer={
        <>
          {why !== undefined && (
            <span className={styles['why']} id={whyId}>
              {why}
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={primary}
            variant="primary"
            busy={reading.kind === 'reading'}
            aria-describedby={why === undefined ? undefined : whyId}
            {...(reading.kind !== 'reading' &&
              ids.length === 0 && { 'aria-disabled': true, className: styles['off'] })}
            // Parts of a text keep the whole of it in memory: copies go, ten megabytes stay behind.
            onClick={() => ids.length > 0 && onWatch(structuredClone(ids))}
          >
            {ids.length > 0 ? `Watch ${counted(ids.length, 'call')}` : 'Watch'}
          </Button>
        </>
      }
    >
      <div className={styles['preview']}>
        <p className="second">
          {sourceInWords(input)}
          {lines}
          {opened?.isGuessed && ', read as Windows-1252 since it is not UTF-8'}
        </p>
        <p className="vh" role="status">
          {found && foundInWords(found)}
        </p>
        {opened?.layout && <ImportColumns layout={opened.layout} choice={choice} onChoose={choose} />}
        {reading.kind === 'reading' && <Reading share={reading.share} />}
        {reading.kind === 'failed' && (
          <Alert tone="bad" title={READ_FAILURES[reading.why].title} live="alert">
            {READ_FAILURES[reading.why].text}
          </Alert>
        )}
        {found && (
          <InvisibleIds
            found={found}
            unit={unit}
            isDropped={choice.dropsInvisible === true}
            onDrop={(dropsInvisible) => choose({ ...choice, dropsInvisible })}
          />
        )}
        {found && <ImportPreview found={found} room={room} perSecond={perSecond} unit={unit} />}
      </div>
    </Dialog>
  );
};

/** Says where a file that is dragged across the page may go. */
export const ImportDrop = () => <DropHere>Drop the file to read call IDs from it</DropHere>;
