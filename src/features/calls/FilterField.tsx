import { useEffect } from 'react';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { readFieldToFocus } from './board/focus-row.ts';
import { MAX_FILTER_LENGTH, useView } from './board/view.ts';
import { SEARCHED_LABEL } from './call/fields.ts';
import styles from './Board.module.css';

const FILTER_ID = 'call-filter';

export const FilterField = () => {
  const { view, change } = useView();
  useEffect(() => {
    if (readFieldToFocus() === 'call-filter') document.getElementById(FILTER_ID)?.focus();
  }, []);
  return (
    <search className="contents">
      <SearchField
        id={FILTER_ID}
        className={styles['filter']}
        label={`Filter by ${SEARCHED_LABEL}`}
        keys="/"
        maxLength={MAX_FILTER_LENGTH}
        value={view.text}
        view={view}
        onChange={(text) => change({ text }, true)}
      />
    </search>
  );
};
