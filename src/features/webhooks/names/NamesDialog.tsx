import { useEffect, useMemo, useRef, useState, type SubmitEvent, useId } from 'react';
import { flushSync } from 'react-dom';
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '#src/log/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { isSendable } from '#src/lib/ids.ts';
import { cleanId } from '#src/lib/spreadsheet.ts';
import { useCleanInput } from '#src/ui/forms/clean-input.ts';
import { TextField, SegmentedControl } from '#src/ui/forms/Field.tsx';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { downloadCsv } from '#src/ui/download.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { leaving } from '#src/ui/overlays/leaving.ts';
import { logQueries } from '#src/log/queries.ts';
import { ColumnPicker } from '#src/lists/ColumnPicker.tsx';
import { READ_FAILURES, readList } from '#src/lists/read-list.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { getIdPatterns } from '#src/features/webhooks/change/change.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { NameEdit } from './NameEdit.tsx';
import { toNameRows, guessNameColumns, readNames, WANTED } from './names-csv.ts';
import {
  collapseSpace,
  getNames,
  MAX_NAME_LENGTH,
  NAME_KINDS,
  useNameBook,
  type NameBook,
  type NameChange,
  type NameKind,
} from './names.ts';
import styles from './Names.module.css';

/** Of the lines left out. */
const MAX_LISTED = 5;

/** In characters. */
const MAX_TEXT = 120;

const focusFirst = (element: HTMLElement | null) => element?.focus();

const NamesImport = ({
  file,
  book,
  onCancel,
  onImport,
}: {
  file: File;
  book: NameBook;
  onCancel: () => void;
  onImport: (changes: readonly NameChange[]) => void;
}) => {
  const id = useId();
  const { data, isPending, isError } = useQuery({
    queryKey: ['names-import', id],
    queryFn: ({ signal }) => readList({ kind: 'file', file }, WANTED, signal),
    gcTime: 0,
  });
  const workspace = useWorkspace();
  const used = useQuery(logQueries.usedIds(workspace));
  const [picked, setPicked] = useState<ReturnType<typeof guessNameColumns>>();
  const list = typeof data === 'object' ? data : undefined;
  const known = {
    campaign: new Set([...book.campaign.keys(), ...(used.data?.campaign ?? [])]),
    webhook: new Set([...book.webhook.keys(), ...(used.data?.webhook ?? [])]),
  };
  const guess = list && !used.isPending && guessNameColumns(list, known, getIdPatterns(workspace));
  const columns = picked ?? (guess || undefined);
  const mustChoose = columns?.columns.kind === '';
  const found = list && columns && !mustChoose ? readNames(list, columns, book) : undefined;
  const failure = isError ? 'unreadable' : typeof data === 'string' ? data : undefined;
  const count = found?.changes.length ?? 0;
  const changed = found?.changes.filter(({ kind, id: one }) => book[kind].has(one)).length ?? 0;

  return (
    <section className={styles['import']} aria-label="Import">
      <h3>From {file.name}</h3>
      {list && columns && <ColumnPicker list={list} wanted={WANTED} picked={columns} onPick={setPicked} />}
      <div role="status">
        {isPending && <p className="second">Reading…</p>}
        {mustChoose && <p>Are these campaigns or webhooks? Choose the kind.</p>}
        {found && (
          <p>
            {formatCount(count - changed, 'new name')}, {formatNumber(changed)} changed
          </p>
        )}
      </div>
      {failure && (
        <Alert tone="bad" title={READ_FAILURES[failure].title} live="alert">
          {READ_FAILURES[failure].text}
        </Alert>
      )}
      {found && found.bad.length > 0 && (
        <div className="late">
          <p>{formatCount(found.bad.length, 'line')} left out</p>
          <ul>
            {found.bad.slice(0, MAX_LISTED).map(({ line, reason, text }) => (
              <li key={line}>
                Line {formatNumber(line)}, {reason}: <bdi className="mono">{cutText(text, MAX_TEXT)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="btns">
        <Button onClick={onCancel}>Cancel</Button>
        {found && count > 0 && (
          <Button variant="primary" ref={focusFirst} onClick={() => onImport(found.changes)}>
            Import {formatCount(count, 'name')}
          </Button>
        )}
      </div>
    </section>
  );
};

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
    return <p className="quiet">No names yet.</p>;
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

const EMPTY = { id: '', name: '' };

const AddName = ({
  values,
  onValues: setValues,
  onAdd,
}: {
  values: typeof EMPTY;
  onValues: (values: typeof EMPTY) => void;
  onAdd: (added: NameChange) => void;
}) => {
  const [kind, setKind] = useState<NameKind>('campaign');
  const [wasTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const idInput = useCleanInput((id) => setValues({ ...values, id }));
  const id = cleanId(values.id);
  const name = collapseSpace(values.name);
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const isWhole = isSendable(id) && name !== '';
    setTried(!isWhole);
    form.current
      ?.querySelector<HTMLInputElement>(isSendable(id) && !isWhole ? '[name=new-name]' : '[name=new-id]')
      ?.focus();
    if (!isWhole) return;
    onAdd({ kind, id, name });
    setValues(EMPTY);
  };
  return (
    <form ref={form} className={styles['add']} aria-label="Add a name" noValidate onSubmit={add}>
      <SegmentedControl label="Kind" segments={KINDS} value={kind} onChange={setKind} />
      <TextField
        label="ID"
        code
        name="new-id"
        value={values.id}
        hint={idInput.note || undefined}
        error={wasTried && !isSendable(id) ? 'Enter an ID.' : undefined}
        {...idInput.listeners}
        onChange={({ target }) => setValues({ ...values, id: target.value })}
      />
      <TextField
        label="Name"
        name="new-name"
        maxLength={MAX_NAME_LENGTH}
        value={values.name}
        error={wasTried && name === '' ? 'Enter a name.' : undefined}
        onChange={({ target }) => setValues({ ...values, name: target.value })}
      />
      <Button type="submit">Add</Button>
    </form>
  );
};

const KINDS = [
  { value: 'campaign', label: 'Campaign' },
  { value: 'webhook', label: 'Webhook' },
] as const;

const DISCARD = {
  title: 'Discard these names?',
  text: 'What you typed or chose isn’t saved.',
  action: 'Discard',
};

export const NamesDialog = ({ onClose }: { onClose: () => void }) => {
  const names = getNames(useWorkspace());
  const book = useNameBook();
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState('');
  /** What is typed to be added. */
  const [typed, setTyped] = useState<typeof EMPTY>();
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = file !== undefined || Boolean(typed?.id || typed?.name);
  const closeButton = useRef<HTMLButtonElement>(null);
  const count = book.campaign.size + book.webhook.size;
  const chooser = useRef<HTMLInputElement>(null);

  const add = (added: NameChange) => {
    setResult(names.change([added]) ?? `${added.id} is named ${added.name}.`);
  };
  useEffect(
    () => (isUnsaved ? leaving.hold({ endsPage: false, why: () => DISCARD }) : undefined),
    [isUnsaved],
  );
  const close = () => (isUnsaved ? setAsking(true) : onClose());
  const closeImport = () => {
    setFile(undefined);
    closeButton.current?.focus();
  };
  const importNames = (changes: readonly NameChange[]) => {
    setResult(names.change(changes) ?? `Imported ${formatCount(changes.length, 'name')}.`);
    closeImport();
  };

  return (
    <Dialog
      title="Names"
      wide
      onClose={close}
      footer={
        <>
          {!file && !typed && (
            <Button icon="plus" onClick={() => flushSync(() => setTyped(EMPTY))}>
              Add a name
            </Button>
          )}
          {!file && (
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
            </>
          )}
          <Button className={styles['end']} ref={closeButton} onClick={close}>
            Close
          </Button>
        </>
      }
    >
      <p className="second">Kept in this browser only.</p>
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
        <>
          {typed && <AddName values={typed} onValues={setTyped} onAdd={add} />}
          <NameList book={book} />
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={DISCARD.title}
          action={DISCARD.action}
          onBack={() => setAsking(false)}
          onConfirm={onClose}
        >
          <p className="second">{DISCARD.text}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
};
