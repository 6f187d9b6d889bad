import { useMemo, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatCount } from '#src/lib/count.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { filterNames } from './names-match.ts';
import { NameEdit } from './NameEdit.tsx';
import { NAME_KINDS, type NameBook } from './names.ts';
import styles from './Names.module.css';

const PAGE_SIZE = 100;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const NameList = ({ book }: { book: NameBook }) => {
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const found = useMemo(
    () =>
      NAME_KINDS.flatMap((kind) =>
        filterNames(book[kind], text).map(({ id, name }) => ({ kind, id, name })),
      ).toSorted((a, b) => collator.compare(a.name, b.name)),
    [book, text],
  );
  if (book.campaign.size + book.webhook.size === 0) {
    return (
      <p className={classes(styles['none'], 'quiet')}>
        No names yet. Add one below the ID of a pair, or import a file.
      </p>
    );
  }
  return (
    <>
      <SearchField
        label="Filter by name or ID"
        placeholder="Filter by name or ID"
        value={text}
        onChange={(next) => {
          setText(next);
          setLimit(PAGE_SIZE);
        }}
      />
      <p className="vh" role="status">
        {text !== '' && `${formatCount(found.length, 'name')} shown`}
      </p>
      {found.length === 0 && (
        <p className={classes(styles['none'], 'quiet')}>No name or ID contains ‘{text.trim()}’.</p>
      )}
      <ul>
        {found.slice(0, limit).map(({ kind, id }) => (
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
      {found.length > limit && (
        <Button size="sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show more
        </Button>
      )}
    </>
  );
};
