import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { StatusIcon } from '#src/ui/Status.tsx';
import table from '#src/ui/table/Table.module.css';
import { StackedBar } from '#src/ui/table/FilterBar.tsx';
import { MAX_CALLS } from '#src/features/calls/board/edits.ts';
import { useOverview } from '#src/features/calls/board/ticking.ts';
import type { IdSummary, Occurrences } from './read-ids.ts';
import { describeRound, listLines } from './describe-ids.ts';
import styles from './Import.module.css';

const MAX_SAMPLES = 8;

type Unit = 'line' | 'ID';

const Count = ({ label, count, icon }: { label: string; count: number; icon?: ReactNode }) => (
  <li>
    {icon}
    {label} <b>{formatNumber(count)}</b>
  </li>
);

const LineList = ({ label, lines, unit }: { label: string; lines: Occurrences; unit: Unit }) =>
  lines.count > 0 && (
    <p>
      {label} <span className="second">{listLines(lines, unit)}</span>
    </p>
  );

export const ImportPreview = ({
  summary,
  blankLines,
  hasHeader,
  room,
  unit,
}: {
  summary: IdSummary;
  blankLines: number;
  hasHeader: boolean;
  room: number;
  unit: Unit;
}) => {
  const { perSecond } = useOverview();
  const { found, fresh, already, repeated, unusable, empty, broken } = summary;
  const parts = [
    { label: 'New', count: fresh.length, tone: 'live', icon: 'dot' },
    { label: 'Already watched', count: already.length, tone: 'none', icon: 'eye' },
    { label: 'Repeated', count: repeated.count, tone: 'other', icon: 'copy' },
    { label: 'Not usable', count: unusable.count, tone: 'bad', icon: 'bad' },
  ] as const;
  const added = Math.min(fresh.length, room);
  return (
    <>
      <div className={styles['counts']}>
        <StackedBar parts={parts} />
        <ul>
          <Count label="IDs found" count={found} />
          {parts.map(
            ({ label, count, tone, icon }) =>
              (count > 0 || label === 'New') && (
                <Count
                  key={label}
                  label={label}
                  count={count}
                  icon={<StatusIcon tone={tone} icon={icon} />}
                />
              ),
          )}
          {blankLines > 0 && <Count label="Blank lines" count={blankLines} />}
          {empty.count > 0 && <Count label="Nothing in this column" count={empty.count} />}
          {hasHeader && <Count label="Header" count={1} />}
        </ul>
      </div>
      {fresh.length > room && (
        <Alert tone="warn" title={`Room for ${formatCount(room, 'call')}`}>
          The board holds {formatNumber(MAX_CALLS)} calls at most.{' '}
          {room > 0 && `The first ${formatNumber(room)} are added, `}
          {formatCount(fresh.length - room, 'call')} {fresh.length - room === 1 ? 'is' : 'are'} left out.
        </Alert>
      )}
      <div className={styles['lines']}>
        <LineList label="Not usable, too long or more than one line:" lines={unusable} unit={unit} />
        <LineList label="Not read, a quote is misplaced or not closed:" lines={broken} unit={unit} />
        <LineList label="Repeated:" lines={repeated} unit={unit} />
        <LineList label="Nothing in this column:" lines={empty} unit={unit} />
      </div>
      {added > 0 && (
        <>
          <div>
            <h3>
              {added > MAX_SAMPLES
                ? `First ${MAX_SAMPLES} of ${formatCount(added, 'call')}`
                : 'To be watched'}
            </h3>
            <ul className={styles['sample']}>
              {fresh.slice(0, Math.min(MAX_SAMPLES, room)).map((id) => {
                const [head, tail] = splitForDisplay(escapeInvisible(id));
                return (
                  <li key={id} title={id} className={table['id']}>
                    <span>{head}</span>
                    {tail && <span>{tail}</span>}
                  </li>
                );
              })}
            </ul>
          </div>
          <p className="second">{describeRound(added, perSecond)}</p>
        </>
      )}
    </>
  );
};

export const InvisibleIds = ({
  summary: { invisible, firstInvisible = '' },
  unit,
  isRemoved,
  onRemove,
}: {
  summary: IdSummary;
  unit: Unit;
  isRemoved: boolean;
  onRemove: (isRemoved: boolean) => void;
}) =>
  invisible.count > 0 && (
    <>
      <Alert
        tone="warn"
        title={`${formatCount(invisible.count, 'ID')} ${invisible.count === 1 ? 'contains' : 'contain'} hidden characters`}
      >
        The first is <bdi className="mono">{escapeInvisible(firstInvisible)}</bdi>. See{' '}
        {listLines(invisible, unit)}.
      </Alert>
      <Checkbox checked={isRemoved} onChange={({ target }) => onRemove(target.checked)}>
        Remove hidden characters
      </Checkbox>
    </>
  );
