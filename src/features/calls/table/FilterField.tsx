import { useSyncExternalStore } from 'react';
import { classes } from '#src/lib/classes.ts';
import field from '#src/ui/forms/Field.module.css';
import type { Rows } from '#src/features/calls/board/rows.ts';
import styles from './CallTable.module.css';

const LABEL = 'Filter by ID, status or error';

/** Narrows the table down to what has a text in it. Escape empties it. */
export const FilterField = ({ rows }: { rows: Rows }) => {
  const { text } = useSyncExternalStore(rows.subscribe, rows.filter);
  const setText = (next: string) => rows.setFilter({ ...rows.filter(), text: next });
  return (
    <input
      type="search"
      className={classes(field['in'], styles['filter'])}
      aria-label={LABEL}
      placeholder={LABEL}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && setText('')}
    />
  );
};
