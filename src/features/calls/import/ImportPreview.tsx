import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { StatusIcon } from '#src/ui/Status.tsx';
import table from '#src/ui/table/Table.module.css';
import { StackedBar } from '#src/ui/table/FilterBar.tsx';
import { MAX_CALLS } from '#src/features/calls/board/store.ts';
import type { IdSummary } from './read-ids.ts';
import { listLines } from './describe-ids.ts';
import styles from './Import.module.css';

const MAX_SAMPLES = 8;

const Count = ({ label, count, icon }: { label: string; count: number; icon?: ReactNode }) => (
  <li>
    {icon}
    {label} <b>{formatNumber(count)}</b>
  </li>
);

const LineList = ({ label, lines }: { label: string; lines: readonly number[] }) =>
  lines.length > 0 && (
    <p>
      {label} <span className="second">{listLines(lines)}</span>
    </p>
  );

export const ImportPreview = ({ summary, room }: { summary: IdSummary; room: number }) => {
  const { found, fresh, already, repeated, unusable, empty, broken } = summary;
  const parts = [
    { label: 'New', count: fresh.length, tone: 'live', icon: 'dot' },
    { label: 'Already watched', count: already.length, tone: 'none', icon: 'eye' },
    { label: 'Repeated', count: repeated, tone: 'other', icon: 'copy' },
    { label: 'Not usable', count: unusable.length, tone: 'bad', icon: 'bad' },
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
          {empty > 0 && <Count label="Nothing in this column" count={empty} />}
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
        <LineList label="Not usable, too long or more than one line:" lines={unusable} />
        <LineList label="Not read, a quote is misplaced or not closed:" lines={broken} />
      </div>
      {added > 0 && (
        <div>
          <h3>
            {added > MAX_SAMPLES ? `First ${MAX_SAMPLES} of ${formatCount(added, 'call')}` : 'To be watched'}
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
      )}
    </>
  );
};

export const InvisibleIds = ({
  ids,
  isRemoved,
  onRemove,
}: {
  ids: readonly string[];
  isRemoved: boolean;
  onRemove: (isRemoved: boolean) => void;
}) => {
  const [first] = ids;
  return (
    first !== undefined && (
      <>
        <Alert
          tone="warn"
          title={`${formatCount(ids.length, 'ID')} ${ids.length === 1 ? 'contains' : 'contain'} hidden characters`}
        >
          The first is <bdi className="mono">{escapeInvisible(first)}</bdi>.
        </Alert>
        <Checkbox checked={isRemoved} onChange={({ target }) => onRemove(target.checked)}>
          Remove hidden characters
        </Checkbox>
      </>
    )
  );
};
