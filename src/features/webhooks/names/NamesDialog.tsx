import { useMemo, useRef, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { formatCount } from '#src/lib/count.ts';
import { downloadCsv } from '#src/ui/download.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { NameEdit, NOT_SAVED } from './NameEdit.tsx';
import { toNameRows } from './names-csv.ts';
import { NamesImport } from './NamesImport.tsx';
import { getNames, NAME_KINDS, useNameBook, type NameBook, type NameChange } from './names.ts';
import styles from './Names.module.css';

const PAGE_SIZE = 100;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const NameList = ({ book }: { book: NameBook }) => {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const names = useMemo(
    () =>
      NAME_KINDS.flatMap((kind) => [...book[kind]].map(([id, name]) => ({ kind, id, name }))).toSorted(
        (a, b) => collator.compare(a.name, b.name),
      ),
    [book],
  );
  if (names.length === 0) {
    return (
      <p className={classes(styles['none'], 'quiet')}>
        No names yet. Add one below the ID of a pair, or import a file.
      </p>
    );
  }
  return (
    <>
      <ul>
        {names.slice(0, limit).map(({ kind, id }) => (
          <li key={`${kind} ${id}`} className={styles['row']}>
            <span>
              <span className="mono">{id}</span> <span className="quiet">{kind}</span>
            </span>
            <span>
              <NameEdit kind={kind} id={id} />
            </span>
          </li>
        ))}
      </ul>
      {names.length > limit && (
        <Button size="sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show more
        </Button>
      )}
    </>
  );
};

export const NamesDialog = ({ onClose }: { onClose: () => void }) => {
  const names = getNames(useWorkspace());
  const book = useNameBook();
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState('');
  const closeButton = useRef<HTMLButtonElement>(null);
  const count = book.campaign.size + book.webhook.size;
  const chooser = useRef<HTMLInputElement>(null);

  const closeImport = () => {
    setFile(undefined);
    closeButton.current?.focus();
  };
  const importNames = (changes: readonly NameChange[]) => {
    const refused = names.change(changes);
    setResult(refused ? NOT_SAVED[refused] : `Imported ${formatCount(changes.length, 'name')}.`);
    closeImport();
  };

  return (
    <Dialog
      title="Names"
      wide
      onClose={onClose}
      footer={
        <>
          <Button icon="upload" onClick={() => chooser.current?.click()}>
            Import
          </Button>
          <Button
            icon="download"
            disabled={count === 0}
            onClick={() => downloadCsv(toNameRows(book), 'names', formatCount(count, 'name'))}
          >
            Export
          </Button>
          <Button className={styles['end']} ref={closeButton} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="second">Names are kept in this browser only. The service doesn’t know them.</p>
      <FileInput ref={chooser} label="File with names" onFile={setFile} />
      <p role="status">{!file && result}</p>
      {file ? (
        <NamesImport
          key={`${file.name} ${file.lastModified}`}
          file={file}
          book={book}
          onCancel={closeImport}
          onImport={importNames}
        />
      ) : (
        <NameList book={book} />
      )}
    </Dialog>
  );
};
