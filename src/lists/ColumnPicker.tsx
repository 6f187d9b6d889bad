import { Checkbox, SelectField } from '#src/ui/forms/Choice.tsx';
import { pickColumn, type PickedColumns, type WantedColumn } from './columns.ts';
import type { List } from './read-list.ts';
import styles from './ColumnPicker.module.css';

const MAX_SAMPLE_LENGTH = 40;

/** `Call ID, such as CA1001`, or `Column 2, such as CA1001` without a header. */
const formatColumnLabel = ({ rows }: List, hasHeader: boolean, column: number): string => {
  const valueAt = (row: number) => rows[row]?.cells[column]?.trim().slice(0, MAX_SAMPLE_LENGTH) ?? '';
  const name = (hasHeader && valueAt(0)) || `Column ${column + 1}`;
  const sample = valueAt(hasHeader ? 1 : 0);
  return sample === '' ? name : `${name}, such as ${sample}`;
};

export const ColumnPicker = <Key extends string>({
  list,
  wanted,
  picked,
  onPick,
}: {
  list: List;
  wanted: readonly WantedColumn<Key>[];
  picked: PickedColumns<Key>;
  onPick: (picked: PickedColumns<Key>) => void;
}) => (
  <div className={styles['picker']}>
    {list.width > 1 &&
      wanted.map(({ key, label, others = [] }) => (
        <SelectField
          key={key}
          label={label}
          isLabelShown
          value={picked.columns[key]}
          onChange={({ target }) => {
            const other = others.find(({ value }) => value === target.value);
            onPick(pickColumn(picked, key, other?.value ?? Number(target.value)));
          }}
        >
          {others.map((other) => (
            <option key={other.value} value={other.value}>
              {other.label}
            </option>
          ))}
          {Array.from({ length: list.width }, (_, column) => (
            <option key={column} value={column}>
              {formatColumnLabel(list, picked.hasHeader, column)}
            </option>
          ))}
        </SelectField>
      ))}
    <Checkbox
      checked={picked.hasHeader}
      onChange={({ target }) => onPick({ ...picked, hasHeader: target.checked })}
    >
      First line is a header
    </Checkbox>
  </div>
);
