import { useMemo, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { counted, number } from '#src/lib/count.ts';
import { matching } from './names-match.ts';
import { NameEdit } from './NameEdit.tsx';
import { NAME_KINDS, type NameBook, type NameKind } from './names.ts';
import styles from './Names.module.css';

/** Rows drawn of one kind at first, and more at each press: of both kinds together a hundred. */
const PORTION = 50;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const HEADINGS: Record<NameKind, string> = { campaign: 'Campaigns', webhook: 'Webhooks' };

type Remove = (kind: NameKind, id: string, name: string) => void;

const Row = ({
  kind,
  id,
  name,
  onRemove,
}: {
  kind: NameKind;
  id: string;
  name: string;
  onRemove: Remove;
}) => (
  <li className={styles['row']}>
    <span className="mono">{id}</span>
    <span>
      <NameEdit kind={kind} id={id} />
    </span>
    <Button
      variant="bare"
      square
      icon="x"
      aria-label={`Remove the name of ${kind} ${id}`}
      onClick={() => onRemove(kind, id, name)}
    />
  </li>
);

const Group = ({
  kind,
  rows,
  onRemove,
}: {
  kind: NameKind;
  rows: readonly { id: string; name: string }[];
  onRemove: Remove;
}) => {
  const [drawn, setDrawn] = useState(PORTION);
  if (rows.length === 0) return null;
  return (
    <section aria-label={HEADINGS[kind]}>
      <h3>
        {HEADINGS[kind]} <span className="quiet">{number(rows.length)}</span>
      </h3>
      <ul>
        {rows.slice(0, drawn).map(({ id, name }) => (
          <Row key={id} kind={kind} id={id} name={name} onRemove={onRemove} />
        ))}
      </ul>
      {rows.length > drawn && (
        <Button size="sm" onClick={() => setDrawn(drawn + PORTION)}>
          Show more
        </Button>
      )}
    </section>
  );
};

/** All names, narrowed down by what is typed, each edited in place. */
export const NameList = ({ book, onRemove }: { book: NameBook; onRemove: Remove }) => {
  const [text, setText] = useState('');
  const groups = useMemo(
    () =>
      NAME_KINDS.map((kind) => ({
        kind,
        rows: matching(book[kind], text).toSorted((a, b) => collator.compare(a.name, b.name)),
      })),
    [book, text],
  );
  const total = book.campaign.size + book.webhook.size;
  if (total === 0)
    return (
      <p className={classes(styles['none'], 'quiet')}>
        No names yet. Give one below the ID of a pair, or import a file.
      </p>
    );
  const found = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const label = 'Filter by name or ID';
  return (
    <>
      <input
        type="search"
        className={field['in']}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          // The dialog stays: Escape empties the field first.
          event.preventDefault();
          setText('');
        }}
      />
      <p className="vh" role="status">
        {text !== '' && `${counted(found, 'name')} shown`}
      </p>
      {found === 0 && (
        <p className={classes(styles['none'], 'quiet')}>No name or ID has ‘{text.trim()}’ in it.</p>
      )}
      {groups.map(({ kind, rows }) => (
        <Group key={`${kind} ${text}`} kind={kind} rows={rows} onRemove={onRemove} />
      ))}
    </>
  );
};
