import { useRef, useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { downloadCsv } from '#src/ui/download.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { sayNotKept } from './NameEdit.tsx';
import { NameList } from './NameList.tsx';
import { namesAsRows } from './names-csv.ts';
import { NamesImport } from './NamesImport.tsx';
import { namesOf, useNameBook, type GivenName, type NameKind } from './names.ts';
import styles from './Names.module.css';

/** All names of campaigns and webhooks: looked through, edited, taken away, read from a file and written to one. */
export const NamesDialog = ({ onClose }: { onClose: () => void }) => {
  const names = namesOf(useWorkspace());
  const book = useNameBook();
  const [file, setFile] = useState<File>();
  const close = useRef<HTMLButtonElement>(null);
  const chooser = useRef<HTMLInputElement>(null);

  const give = (given: readonly GivenName[], text: string, back?: readonly GivenName[]) => {
    const refused = names.give(given);
    const action = back && { label: 'Undo', run: () => void names.give(back) };
    if (refused) sayNotKept(refused);
    else showToast({ tone: 'plain', text, ...(action && { action }) });
  };
  const remove = (kind: NameKind, id: string, name: string) => {
    give([{ kind, id, name: '' }], `Removed ‘${name}’ of ${id}`, [{ kind, id, name }]);
    // Its button has gone with the row.
    close.current?.focus();
  };
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
        <NameList book={book} onRemove={remove} />
      )}
    </Dialog>
  );
};
