import { useEffect, useRef, useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { downloadCsv } from '#src/ui/download.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { NameForm } from './NameForm.tsx';
import { NameList } from './NameList.tsx';
import { namesAsRows } from './names-csv.ts';
import { NamesImport } from './NamesImport.tsx';
import { namesOf, useNameBook, type GivenName } from './names.ts';
import styles from './Names.module.css';

/** What was done last, and what puts it back. */
type Done = { text: string; back?: readonly GivenName[] };

/** Names of campaigns and webhooks: given, changed, taken away, read from a file and written to one. */
export const NamesDialog = ({ onClose }: { onClose: () => void }) => {
  const names = namesOf(useWorkspace());
  const book = useNameBook();
  const [file, setFile] = useState<File>();
  const [done, setDone] = useState<Done>();
  const [isKept, setKept] = useState(true);
  const undo = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const chooser = useRef<HTMLInputElement>(null);

  /** `text` says what was done; without one nothing is said, since it is seen. */
  const give = (given: readonly GivenName[], text?: string, canUndo = true) => {
    const back = given.map(({ kind, id }) => ({ kind, id, name: book[kind].get(id) ?? '' }));
    setKept(names.give(given));
    setDone(text === undefined ? undefined : { text, ...(canUndo && { back }) });
  };
  // What had the keyboard has gone with the row or the preview.
  useEffect(() => {
    if (document.activeElement?.matches('input, button') !== true) (undo.current ?? close.current)?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- after each of these something may have gone
  }, [done, file]);
  const isEmpty = book.campaign.size + book.webhook.size === 0;

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
          <Button icon="download" disabled={isEmpty} onClick={() => downloadCsv(namesAsRows(book), 'names')}>
            Export
          </Button>
          <Button className={styles['end']} ref={close} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="second">Names are kept in this browser only. The service does not know them.</p>
      <FileInput ref={chooser} label="File with names" onFile={setFile} />
      {file ? (
        <NamesImport
          key={`${file.name} ${file.lastModified}`}
          file={file}
          book={book}
          onCancel={() => setFile(undefined)}
          onTake={(given, text) => {
            setFile(undefined);
            give(given, text);
          }}
        />
      ) : (
        <>
          <NameForm book={book} onGive={(given) => give([given])} />
          {!isKept && (
            <Alert tone="warn" title="This browser did not keep the name" live="alert">
              It holds until this page is closed or reloaded. Export the names to keep them in a file.
            </Alert>
          )}
          <p className={styles['done']} role="status">
            {done && (
              <>
                {done.text}{' '}
                {done.back && (
                  <Button
                    size="sm"
                    icon="undo"
                    ref={undo}
                    onClick={() => give(done.back ?? [], 'Put back as before.', false)}
                  >
                    Undo
                  </Button>
                )}
              </>
            )}
          </p>
          <NameList book={book} onGive={give} />
        </>
      )}
    </Dialog>
  );
};
