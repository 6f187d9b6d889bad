import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { DropHere, Reading } from '#src/ui/forms/Reading.tsx';
import { READ_FAILURES } from '#src/lists/list-text.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { useImport } from './import-state.ts';
import { calls, foundInWords, linesInWords, whyNothing } from './import-words.ts';
import type { ImportInput } from './input.ts';
import styles from './Import.module.css';

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
  const lines = found?.lines ? `, ${linesInWords(found.lines)}` : '';
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
            {ids.length > 0 ? `Watch ${calls(ids.length)}` : 'Watch'}
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
          <ImportPreview
            found={found}
            room={room}
            perSecond={perSecond}
            unit={input.kind === 'ids' ? 'ID' : 'line'}
          />
        )}
      </div>
    </Dialog>
  );
};

/** Says where a file that is dragged across the page may go. */
export const ImportDrop = () => <DropHere>Drop the file to read call IDs from it</DropHere>;
