import { TextButton } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import type { Draft, DraftColumns } from './draft.ts';
import styles from './CheckView.module.css';

const nameOf = ({ names }: DraftColumns, column: number): string => {
  const name = names[column]?.trim() ?? '';
  return name === '' ? `Column ${column + 1}` : `Column ${column + 1}: ${name}`;
};

/** Which columns are read, and the way to change that. */
export const CheckColumns = ({ draft, columns }: { draft: Draft; columns: DraftColumns }) => {
  const { campaign, webhook, count } = columns;
  const options = Array.from({ length: count }, (_, column) => (
    <option key={nameOf(columns, column)} value={column}>
      {nameOf(columns, column)}
    </option>
  ));
  return (
    <>
      <p className="quiet">
        Column {campaign + 1} is read as campaign ID, column {webhook + 1} as webhook ID.{' '}
        <TextButton onClick={() => draft.swap()}>Swap columns</TextButton>
      </p>
      {count > 2 && (
        <div className={styles['columns']}>
          <SelectField
            label="Campaign ID column"
            value={campaign}
            onChange={(event) => draft.setColumns(Number(event.target.value), webhook)}
          >
            {options}
          </SelectField>
          <SelectField
            label="Webhook ID column"
            value={webhook}
            onChange={(event) => draft.setColumns(campaign, Number(event.target.value))}
          >
            {options}
          </SelectField>
        </div>
      )}
    </>
  );
};
