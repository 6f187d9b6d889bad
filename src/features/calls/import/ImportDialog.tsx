import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { counted } from '#src/lib/count.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { DropHere, Reading } from '#src/ui/forms/Reading.tsx';
import { ColumnPicker } from '#src/lists/ColumnPicker.tsx';
import { READ_FAILURES, type ReadFailure } from '#src/lists/list-text.ts';
import { readList, type List } from '#src/lists/read-list.ts';
import { ImportPreview, InvisibleIds } from './ImportPreview.tsx';
import { EVERY, guessCallColumn, WANTED } from './layout.ts';
import { readIds, readLinkedIds, type Choice } from './read.ts';
import { foundInWords, whyNothing } from './words.ts';
import type { ImportInput } from './input.ts';
import styles from './Import.module.css';

type Opened = { list: List } | { ids: readonly string[] };

const EVERY_VALUE: Choice = { hasHeader: false, columns: { callId: EVERY } };

const open = async (input: ImportInput, signal: AbortSignal): Promise<Opened | ReadFailure> => {
  if (input.kind === 'ids') return { ids: input.ids };
  const list = await readList(input, signal);
  return typeof list === 'string' ? list : { list };
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
  const { data, isError } = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => open(input, signal),
    gcTime: 0,
  });
  const opened = typeof data === 'object' ? data : undefined;
  const list = opened && 'list' in opened ? opened.list : undefined;
  const guess = useMemo(() => list && guessCallColumn(list), [list]);
  const choice: Choice = chosen ?? guess ?? EVERY_VALUE;
  const found = useMemo(() => {
    const setup = { isWatched, room, origin: location.origin };
    if (!opened) return undefined;
    return 'ids' in opened
      ? readLinkedIds(opened.ids, setup, choice.dropsInvisible)
      : readIds(opened.list, choice, setup);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is watched meanwhile changes nothing here
  }, [opened, choice]);
  const failure = isError ? 'unreadable' : typeof data === 'string' ? data : undefined;
  return { list, choice, choose, found, failure };
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
  const { list, choice, choose, found, failure } = useImport({ input, isWatched, room });
  const whyId = useId();
  const primary = useRef<HTMLButtonElement>(null);
  // Instead of the first column: what was pasted is mostly right, and Enter watches it.
  useLayoutEffect(() => primary.current?.focus(), []);

  const isReading = !found && !failure;
  const why = found && whyNothing(found, room);
  const ids = found && why === undefined ? found.ids.slice(0, room) : [];
  const unit = input.kind === 'ids' ? 'ID' : 'line';
  const lines = found?.lines ? `, ${counted(found.lines, 'line')}` : '';
  return (
    <Dialog
      title={`Watch ${ids.length > 0 ? counted(ids.length, 'call') : 'calls'}?`}
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
            busy={isReading}
            aria-describedby={why === undefined ? undefined : whyId}
            {...(!isReading && ids.length === 0 && { 'aria-disabled': true, className: styles['off'] })}
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
          {list?.isGuessed && ', read as Windows-1252 since it is not UTF-8'}
        </p>
        <p className="vh" role="status">
          {found && foundInWords(found)}
        </p>
        {list && (list.width > 1 || choice.hasHeader) && (
          <ColumnPicker
            list={list}
            wanted={WANTED}
            picked={choice}
            onPick={(picked) => choose({ ...choice, ...picked })}
          />
        )}
        {isReading && <Reading />}
        {failure && (
          <Alert tone="bad" title={READ_FAILURES[failure].title} live="alert">
            {READ_FAILURES[failure].text}
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
