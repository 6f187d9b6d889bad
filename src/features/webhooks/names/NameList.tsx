import { useMemo, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { InPlace } from '#src/ui/forms/InPlace.tsx';
import { counted, number } from '#src/lib/count.ts';
import { matching } from './names-match.ts';
import { LONGEST_NAME, NAME_KINDS, toLine, type GivenName, type NameBook, type NameKind } from './names.ts';
import styles from './Names.module.css';

/** Rows drawn of one kind at first, and more at each press: of both kinds together a hundred. */
const PORTION = 50;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const HEADINGS: Record<NameKind, string> = { campaign: 'Campaigns', webhook: 'Webhooks' };

type Give = (given: readonly GivenName[], text?: string) => void;

const Row = ({ kind, id, name, onGive }: { kind: NameKind; id: string; name: string; onGive: Give }) => {
  const keep = (typed: string) => {
    const next = toLine(typed);
    // An emptied field is no removal: that has a button, and an undo.
    if (next !== '' && next !== name) onGive([{ kind, id, name: next }], `‘${name}’ is now ‘${next}’.`);
  };
  return (
    <li className={styles['row']}>
      <span className="mono">{id}</span>
      <InPlace aria-label={`Name of ${kind} ${id}`} maxLength={LONGEST_NAME} value={name} onKeep={keep} />
      <Button
        variant="bare"
        square
        icon="x"
        aria-label={`Remove the name of ${kind} ${id}`}
        onClick={() => onGive([{ kind, id, name: '' }], `Removed ‘${name}’ of ${id}.`)}
      />
    </li>
  );
};

const Group = ({
  kind,
  rows,
  onGive,
}: {
  kind: NameKind;
  rows: readonly { id: string; name: string }[];
  onGive: Give;
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
          <Row key={id} kind={kind} id={id} name={name} onGive={onGive} />
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

/** All names, narrowed down by what is typed, each changed where it stands. */
export const NameList = ({ book, onGive }: { book: NameBook; onGive: Give }) => {
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
  if (total === 0) return <p className={classes(styles['none'], 'quiet')}>No names yet.</p>;
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
        <Group key={`${kind} ${text}`} kind={kind} rows={rows} onGive={onGive} />
      ))}
    </>
  );
};
