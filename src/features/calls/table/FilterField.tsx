import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import field from '#src/ui/forms/Field.module.css';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import styles from './CallTable.module.css';

const LABEL = 'Filter by ID, status or error';

/** Narrows the table down to what has a text in it. Escape empties it. */
export const FilterField = ({ rows }: { rows: VisibleRows }) => {
  const filter = useStore(rows, (shown) => shown.filter);
  const setText = (next: string) => rows.setFilter({ ...filter, text: next });
  return (
    <input
      type="search"
      className={classes(field['in'], styles['filter'])}
      aria-label={LABEL}
      placeholder={LABEL}
      autoComplete="off"
      spellCheck={false}
      value={filter.text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && setText('')}
    />
  );
};
