import { useId, useLayoutEffect, useRef } from 'react';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import type { Choice, Layout } from './import-layout.ts';
import styles from './Import.module.css';

const SAMPLES = 3;

/** Which column holds the call IDs, each with its first values; the first line may be switched to be a header. */
export const ImportColumns = ({
  layout,
  choice,
  onChoose,
}: {
  layout: Layout;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}) => {
  const name = useId();
  const options = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    options.current?.querySelector(':checked')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { rows, columns } = layout;
  const values = rows.slice(choice.hasHeader ? 1 : 0);
  const header = choice.hasHeader ? (rows[0] ?? []) : [];
  const choices: { column: Choice['column']; label: string; samples: string }[] = Array.from(
    { length: columns },
    (_, column) => ({
      column,
      label: header[column]?.trim() || `Column ${column + 1}`,
      samples: values
        .map((row) => (row[column] ?? '').trim().slice(0, 60))
        .filter((value) => value !== '')
        .slice(0, SAMPLES)
        .join(' · '),
    }),
  );
  return (
    <div className={styles['columns']}>
      {columns > 0 && (
        <fieldset>
          <legend>Call IDs are in</legend>
          <div className={styles['options']} ref={options}>
            {[...choices, { column: 'every' as const, label: 'Every value', samples: '' }].map(
              ({ column, label, samples }) => (
                <label key={column}>
                  <input
                    type="radio"
                    name={name}
                    checked={choice.column === column}
                    onChange={() => onChoose({ ...choice, column })}
                  />
                  <span>{label}</span>
                  <samp>{samples}</samp>
                </label>
              ),
            )}
          </div>
        </fieldset>
      )}
      {(columns > 0 || layout.guess.hasHeader) && (
        <Checkbox
          checked={choice.hasHeader}
          onChange={(event) => onChoose({ ...choice, hasHeader: event.target.checked })}
        >
          First line is a header
        </Checkbox>
      )}
    </div>
  );
};
