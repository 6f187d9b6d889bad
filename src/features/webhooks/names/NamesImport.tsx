import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readFile } from '#src/lib/file-text.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Note } from '#src/ui/alerts/Note.tsx';
import { counted } from '#src/lib/count.ts';
import type { ReadNames } from './names-csv.ts';
import { badInWords, readInWords } from './names-words.ts';
import type { GivenName, NameBook } from './names.ts';

type Failure = 'too-big' | 'no-text' | 'unreadable' | 'no-columns';
type Reading = { kind: 'reading' } | { kind: 'failed'; why: Failure } | { kind: 'read'; found: ReadNames };

const FAILURES: Record<Failure, { title: string; text: string }> = {
  'too-big': { title: 'This is more than 10 MB', text: 'Split it, and import one part after the other.' },
  'no-text': { title: 'This is not a text file', text: 'Save the table as CSV, and choose that file.' },
  unreadable: { title: 'This could not be read', text: 'Choose the file once more.' },
  'no-columns': {
    title: 'The columns can’t be told apart',
    text: 'The first line has to name them: kind, id and name; or campaign and name; or webhook and name.',
  },
};

/** So many lines that are left out are listed. */
const MOST_LISTED = 20;

const read = async (file: File, book: NameBook, signal: AbortSignal): Promise<Reading> => {
  const [content, { readNames }] = await Promise.all([readFile(file, signal), import('./names-csv.ts')]);
  if (!content.ok) return { kind: 'failed', why: content.why };
  const found = await readNames(content.text, book, { signal });
  return found === 'no-columns' ? { kind: 'failed', why: found } : { kind: 'read', found };
};

/** What a file would bring: nothing is taken before the person says so. */
export const NamesImport = ({
  file,
  book,
  onCancel,
  onTake,
}: {
  file: File;
  book: NameBook;
  onCancel: () => void;
  onTake: (given: readonly GivenName[], text: string) => void;
}) => {
  const [reading, setReading] = useState<Reading>({ kind: 'reading' });
  const readNow = useEffectEvent((from: File, signal: AbortSignal) => read(from, book, signal));
  useEffect(() => {
    const leaving = new AbortController();
    readNow(file, leaving.signal).then(setReading, () => {
      if (!leaving.signal.aborted) setReading({ kind: 'failed', why: 'unreadable' });
    });
    return () => leaving.abort();
  }, [file]);

  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (reading.kind === 'read') primary.current?.focus();
  }, [reading]);

  const found = reading.kind === 'read' ? reading.found : undefined;
  const count = found?.given.length ?? 0;
  return (
    <section className="nam-import" aria-label="Import">
      <h3>From {file.name}</h3>
      <div role="status">
        {reading.kind === 'reading' && <p className="second">Reading…</p>}
        {found && <p>{readInWords(found)}</p>}
      </div>
      {reading.kind === 'failed' && (
        <Note tone="bad" title={FAILURES[reading.why].title} live="alert">
          {FAILURES[reading.why].text}
        </Note>
      )}
      {found && found.bad.length > 0 && (
        <>
          <p className="late">{counted(found.bad.length, 'line')} left out</p>
          <ul className="second">
            {found.bad.slice(0, MOST_LISTED).map((bad) => (
              <li key={bad.line}>{badInWords(bad)}</li>
            ))}
            {found.bad.length > MOST_LISTED && (
              <li>and {(found.bad.length - MOST_LISTED).toLocaleString('en')} more</li>
            )}
          </ul>
        </>
      )}
      <div className="btns">
        <Button onClick={onCancel}>Cancel</Button>
        {count > 0 && (
          <Button
            variant="primary"
            ref={primary}
            onClick={() => found && onTake(found.given, `Imported ${counted(count, 'name')}.`)}
          >
            Import {counted(count, 'name')}
          </Button>
        )}
      </div>
    </section>
  );
};
