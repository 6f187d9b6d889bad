import { useState, type ReactNode } from 'react';
import { Checkbox, SelectField } from '#src/ui/forms/Field.tsx';
import { formatNumber, listWords } from '#src/lib/count.ts';
import { Fold } from '#src/ui/Fold.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { findUnnamed, isFrame, pickColumn, type PickedColumns, type WantedColumn } from './columns.ts';
import type { List } from './rows.ts';
import styles from './ColumnPicker.module.css';

const NARROW = matchMedia('(max-width: 719px)');
const MAX_SAMPLE_LENGTH = 40;

/** `Call ID, such as CA1001`, or `Column 2, such as CA1001` without a header. */
export const formatColumnLabel = (
  { rows, separator }: List,
  header: number | undefined,
  column: number,
): string => {
  const valueAt = (row: number) => rows[row]?.cells[column]?.trim().slice(0, MAX_SAMPLE_LENGTH) ?? '';
  const name = (header !== undefined && valueAt(header)) || `Column ${column + 1}`;
  const from = header === undefined ? 0 : header + 1;
  const sample = valueAt(rows.findIndex((row, index) => index >= from && !isFrame(row, separator)));
  return sample === '' ? name : `${name}, such as ${sample}`;
};

export const ColumnPicker = <Key extends string>({
  list,
  wanted,
  picked,
  onPick,
  children,
}: {
  list: List;
  wanted: readonly WantedColumn<Key>[];
  picked: PickedColumns<Key>;
  onPick: (picked: PickedColumns<Key>) => void;
  /** Shown beside the columns. */
  children?: ReactNode;
}) => {
  const [guessed] = useState(picked);
  const columns = list.width > 1 ? list.width : 0;
  const header = guessed.header ?? 0;
  const isGuess =
    picked.header === guessed.header &&
    wanted.every(({ key }) => picked.columns[key] === guessed.columns[key]);
  const unnamed = isGuess ? findUnnamed(list, wanted, picked) : [];
  const line = list.rows[header]?.line ?? 1;
  // On a phone, columns that were found by their names leave the place to the lines.
  const [isFolded] = useState(
    () => list.width > 1 && picked.header !== undefined && unnamed.length === 0 && NARROW.matches,
  );
  const picker = (
    <div className={styles['picker']}>
      {wanted.map(
        ({ key, label, others = [] }) =>
          columns + others.length > 1 && (
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
              {Array.from({ length: columns }, (_, column) => (
                <option key={column} value={column}>
                  {formatColumnLabel(list, picked.header, column)}
                </option>
              ))}
            </SelectField>
          ),
      )}
      {columns > 0 && children}
      {unnamed.length > 0 && (
        <Alert tone="warn" title={`No column is named as ${listWords(unnamed, 'or')}`}>
          Check the columns.
        </Alert>
      )}
      <Checkbox
        checked={picked.header !== undefined}
        onChange={({ target }) => onPick({ ...picked, header: target.checked ? header : undefined })}
      >
        {line === 1 ? 'First line' : `Line ${formatNumber(line)}`} is a header
      </Checkbox>
    </div>
  );
  return isFolded ? <Fold summary="Columns">{picker}</Fold> : picker;
};
