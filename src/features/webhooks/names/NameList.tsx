import { useMemo, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { NameEdit } from './NameEdit.tsx';
import { NAME_KINDS, type NameBook } from './names.ts';
import styles from './Names.module.css';

const PAGE_SIZE = 100;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const NameList = ({ book }: { book: NameBook }) => {
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
