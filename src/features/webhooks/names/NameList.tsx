import { useMemo, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { counted } from '#src/lib/count.ts';
import { matching } from './names-match.ts';
import { NameRow } from './NameRow.tsx';
import type { GivenName, NameBook, NameKind } from './names.ts';

/** Rows drawn of one kind at first, and more at each press: of both kinds together a hundred. */
const PORTION = 50;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const HEADINGS: Record<NameKind, string> = { campaign: 'Campaigns', webhook: 'Webhooks' };
const KINDS = ['campaign', 'webhook'] as const;

type Give = (given: readonly GivenName[], text?: string) => void;

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
        {HEADINGS[kind]} <span className="quiet">{rows.length.toLocaleString('en')}</span>
      </h3>
      <ul>
        {rows.slice(0, drawn).map(({ id, name }) => (
          <NameRow key={id} kind={kind} id={id} name={name} onGive={onGive} />
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
      KINDS.map((kind) => ({
        kind,
        rows: matching(book[kind], text).toSorted((a, b) => collator.compare(a.name, b.name)),
      })),
    [book, text],
  );
  const total = book.campaign.size + book.webhook.size;
  if (total === 0) return <p className="nam-none quiet">No names yet.</p>;
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
      {found === 0 && <p className="nam-none quiet">No name or ID has ‘{text.trim()}’ in it.</p>}
      {groups.map(({ kind, rows }) => (
        <Group key={`${kind} ${text}`} kind={kind} rows={rows} onGive={onGive} />
      ))}
    </>
  );
};
