import { useEffect, useState } from 'react';
import field from '#src/ui/forms/Field.module.css';
import { Icon } from '#src/ui/Icon.tsx';
import { readFieldToFocus } from './board/focus-row.ts';
import { MAX_FILTER_LENGTH, useView, type View } from './board/view.ts';
import { SEARCHED_LABEL } from './call/fields.ts';
import styles from './Board.module.css';

const FILTER_ID = 'call-filter';
const FILTER_LABEL = `Filter by ${SEARCHED_LABEL}`;

/** Browsers refuse more than about ten changes of the address a second. */
const APPLY_AFTER_MS = 150;

/** Escape empties the field, then leaves it. */
export const FilterField = () => {
  const { view, change } = useView();
  // A draft belongs to its view, so Back discards it.
  const [draft, setDraft] = useState<{ text: string; view: View }>();
  const typed = draft?.view === view ? draft.text : undefined;
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => change({ text: typed }, true), APPLY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, change]);
  useEffect(() => {
    if (readFieldToFocus() === 'call-filter') document.getElementById(FILTER_ID)?.focus();
  }, []);
  return (
    <search className={styles['filter']}>
      <Icon name="search" />
      <input
        type="search"
        id={FILTER_ID}
        className={field['in']}
        aria-label={FILTER_LABEL}
        title={FILTER_LABEL}
        placeholder="Filter"
        autoComplete="off"
        maxLength={MAX_FILTER_LENGTH}
        spellCheck={false}
        value={typed ?? view.text}
        onChange={({ target }) => setDraft({ text: target.value, view })}
        onBlur={() => typed !== undefined && change({ text: typed }, true)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return;
          if (currentTarget.value === '') currentTarget.blur();
          else change({ text: '' }, true);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </search>
  );
};
