import { useEffect, useEffectEvent, useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { AS_TYPED } from './Field.tsx';
import styles from './Field.module.css';

/** Browsers refuse more than about ten changes of the address a second. */
const APPLY_AFTER_MS = 150;

/** Filters while the user types. Escape empties the field, then leaves it. */
export const SearchField = ({
  label,
  placeholder,
  className,
  value,
  view = value,
  onChange,
}: {
  label: string;
  placeholder: string;
  className: string | undefined;
  value: string;
  /** What is typed belongs to it: another view, as after Back, discards it. */
  view?: unknown;
  onChange: (text: string) => void;
}) => {
  const [draft, setDraft] = useState<{ text: string; view: unknown }>();
  const typed = draft && draft.view === view ? draft.text : undefined;
  const commit = (text: string) => {
    setDraft(undefined);
    onChange(text);
  };
  const apply = useEffectEvent(commit);
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => apply(typed), APPLY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className={classes(styles['search'], className)}>
      <Icon name="search" />
      <input
        type="search"
        className={styles['in']}
        aria-label={label}
        title={label}
        placeholder={placeholder}
        {...AS_TYPED}
        maxLength={200}
        value={typed ?? value}
        onChange={({ target }) => setDraft({ text: target.value, view })}
        onBlur={() => typed !== undefined && commit(typed)}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          // A command may leave for what is found.
          if (key === 'ArrowDown' && typed !== undefined) commit(typed);
          if (key !== 'Escape') return;
          if (currentTarget.value === '') return currentTarget.blur();
          commit('');
          // Does not close the dialog that it is in.
          event.preventDefault();
        }}
      />
    </div>
  );
};
