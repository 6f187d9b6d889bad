import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { counted, number } from '#src/lib/count.ts';
import { readJson } from '#src/lib/json.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { download } from '#src/ui/download.ts';
import { useBoard } from './board/board.ts';
import { LONGEST_NAME, MOST_VIEWS, namedViews, readViews, type SavedView } from './board/settings.ts';
import { useOverview } from './board/ticking.ts';
import styles from './ViewsDialog.module.css';

const nameSchema = z.object({
  name: z.string().check(z.refine((name) => name.trim() !== '', 'Enter a name.')),
});

const FULL = `This browser keeps ${MOST_VIEWS} views at most.`;
const UNKEPT =
  'This browser refuses storage: what is changed here holds until the page is closed or reloaded.';

/** What a view's query says, readable: `show failed, text Berlin`. */
const wordsOf = ({ search }: SavedView): string =>
  [...new URLSearchParams(search)].map(([name, value]) => `${name} ${value}`).join(', ');

/** Views saved under names: added, removed, written to a file and read from one. `search` is the view that is shown. */
export const ViewsDialog = ({ search, onClose }: { search: string; onClose: () => void }) => {
  const board = useBoard();
  // Rendered anew when the settings change, too.
  useOverview();
  const views = board.settings().views ?? [];
  const [done, setDone] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const { register, handleSubmit, formState, clearErrors, reset, setFocus } = useForm({
    resolver: zodResolver(nameSchema),
    defaultValues: { name: '' },
    reValidateMode: 'onSubmit',
  });

  /** Of two with one name the later takes the place of the other. */
  const keep = (next: readonly SavedView[], text: string) => {
    const kept = readViews(next);
    const isKept = board.changeSettings({ views: kept.length > 0 ? kept : undefined });
    setDone(isKept ? text : UNKEPT);
  };
  const save = ({ name: typed }: { name: string }) => {
    const name = typed.trim();
    const isNew = !views.some((view) => view.name === name);
    if (isNew && views.length >= MOST_VIEWS) {
      setDone(`${FULL} Remove one first.`);
      return;
    }
    keep([...views, { name, search: search.slice(1) }], isNew ? `Saved “${name}”.` : `Replaced “${name}”.`);
    reset();
  };
  const read = async (file: File) => {
    const json = readJson(await file.text())?.value;
    const found = readViews(isRecord(json) ? json['views'] : undefined, Infinity);
    const next = namedViews(views, found);
    const left = Math.max(0, next.length - MOST_VIEWS);
    const said = `Imported ${counted(found.length - left, 'view')}.`;
    if (found.length === 0) setDone('No views in this file.');
    else keep(next, left > 0 ? `${said} ${number(left)} did not fit. ${FULL}` : said);
  };
  const remove = ({ name }: SavedView) => {
    keep(
      views.filter((view) => view.name !== name),
      `Removed “${name}”.`,
    );
    setFocus('name');
  };

  return (
    <Dialog
      title="Views"
      onClose={onClose}
      footer={
        <>
          <Button icon="upload" onClick={() => chooser.current?.click()}>
            Import
          </Button>
          <Button
            icon="download"
            disabled={views.length === 0}
            onClick={() =>
              download([JSON.stringify({ views }, undefined, 2)], 'views.json', 'application/json')
            }
          >
            Export
          </Button>
          <Button className={styles['end']} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="second">
        A view is filter, text, order, and UTC if that is chosen. It is kept in this browser only, and names
        no calls. To keep a colleague’s, open their link and save it here.
      </p>
      <FileInput
        ref={chooser}
        label="File with views"
        accept=".json,application/json"
        onFile={(file) => void read(file)}
      />
      <form className={styles['form']} noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <TextField
          label="Name of this view"
          maxLength={LONGEST_NAME}
          error={formState.errors.name?.message}
          {...register('name', { onChange: () => clearErrors('name') })}
        />
        <Button size="lg" type="submit">
          Save view
        </Button>
      </form>
      <p className={styles['done']} role="status">
        {done}
      </p>
      {views.length === 0 ? (
        <p className="quiet">No saved views yet.</p>
      ) : (
        <ul className={styles['list']}>
          {views.map((view) => (
            <li key={view.name}>
              <span>{view.name}</span>
              <span className="quiet">{wordsOf(view) || 'all calls'}</span>
              <Button
                variant="bare"
                square
                icon="x"
                aria-label={`Remove ${view.name}`}
                onClick={() => remove(view)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
