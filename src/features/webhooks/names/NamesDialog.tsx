import { useEffect, useRef, useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { downloadCsv } from '#src/ui/download.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { NOT_KEPT } from './NameEdit.tsx';
import { NameList } from './NameList.tsx';
import { namesAsRows } from './names-csv.ts';
import { NamesImport } from './NamesImport.tsx';
import { namesOf, useNameBook, type GivenName } from './names.ts';
import styles from './Names.module.css';

/** What was done last, and what puts it back. */
type Done = { text: string; back?: readonly GivenName[] | undefined };

/** All names of campaigns and webhooks: looked through, edited, taken away, read from a file and written to one. */
export const NamesDialog = ({ onClose }: { onClose: () => void }) => {
  const names = namesOf(useWorkspace());
  const book = useNameBook();
  const [file, setFile] = useState<File>();
  const [done, setDone] = useState<Done>();
  const undo = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const chooser = useRef<HTMLInputElement>(null);

  const give = (given: readonly GivenName[], text: string, back?: readonly GivenName[]) => {
    const refused = names.give(given);
    setDone(refused ? { text: NOT_KEPT[refused] } : { text, back });
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
          <p className={styles['done']} role="status">
            {done?.text}
            {done?.back && (
              <Button
                size="sm"
                icon="undo"
                ref={undo}
                onClick={() => give(done.back ?? [], 'Put back as before.')}
              >
                Undo
              </Button>
            )}
          </p>
          <NameList
            book={book}
            onRemove={(kind, id, name) =>
              give([{ kind, id, name: '' }], `Removed ‘${name}’ of ${id}.`, [{ kind, id, name }])
            }
          />
        </>
      )}
    </Dialog>
  );
};
