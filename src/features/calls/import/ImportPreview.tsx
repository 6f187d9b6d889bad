import { useState, type ReactNode } from 'react';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { Checkbox } from '#src/ui/forms/Field.tsx';
import { Status } from '#src/ui/Status.tsx';
import table from '#src/ui/table/Table.module.css';
import { StackedBar } from '#src/ui/table/FilterBar.tsx';
import { MAX_CALLS } from '#src/features/calls/board/store.ts';
import type { IdSummary, ListedLine } from './read-ids.ts';
import styles from './Import.module.css';

/** Of more calls, only the first {@link MAX_SAMPLES} are shown. */
const MAX_WHOLE = 24;
const MAX_SAMPLES = 8;

/** Of the lines left out, and of those to look at: at first, and more with each press. */
const MAX_LISTED = 8;
const MORE_LISTED = 200;

/** Of a line, in characters. */
const MAX_TEXT = 100;
const MAX_WORD = 40;

const Count = ({ label, count, icon }: { label: string; count: number; icon?: ReactNode }) => (
  <li>
    {icon}
    {label} <b>{formatNumber(count)}</b>
  </li>
);

const LineList = ({
  title,
  lines,
  renderTick,
}: {
  title: string;
  lines: readonly ListedLine[];
  renderTick: (line: ListedLine, text: ReactNode) => ReactNode;
}) => {
  const [most, setMost] = useState(MAX_LISTED);
  return (
    lines.length > 0 && (
      <div>
        <h3>{title}</h3>
        <ul className={styles['lines']}>
          {lines.slice(0, most).map((listed) => {
            const { line, text, reason } = listed;
            const short = cutText(
              escapeInvisible(text.replaceAll('\n', ' ⏎ ').replaceAll('\t', ' ')),
              MAX_TEXT,
            );
            return (
              <li key={`${line} ${reason} ${text}`}>
                {renderTick(
                  listed,
                  <>
                    {reason}, line {formatNumber(line)}: <bdi className="mono">{short}</bdi>
                  </>,
                )}
              </li>
            );
          })}
          {lines.length > most && (
            <li>
              <TextButton onClick={() => setMost(most + MORE_LISTED)}>
                and {formatNumber(lines.length - most)} more
              </TextButton>
            </li>
          )}
        </ul>
      </div>
    )
  );
};

export const ImportPreview = ({
  summary,
  room,
  ticks,
  onTick,
}: {
  summary: IdSummary;
  room: number;
  /** IDs that the user ticked or unticked. */
  ticks: ReadonlyMap<string, boolean>;
  onTick: (id: string, isTicked: boolean) => void;
}) => {
  const { fresh, already, repeated, empty, words, optional } = summary;
  const taken = optional.filter((id) => ticks.get(id)).length;
  const untaken = fresh.filter((id) => ticks.get(id) === false).length;
  const found = summary.found + taken;
  const ticked = fresh.length - untaken + taken;
  const unusable = summary.unusable + untaken;
  const parts = [
    { label: 'New', count: ticked, tone: 'live', icon: 'dot' },
    { label: 'Already watched', count: already.length, tone: 'none', icon: 'eye' },
    { label: 'Repeated', count: repeated, tone: 'other', icon: 'copy' },
    { label: 'Left out', count: unusable, tone: 'bad', icon: 'bad' },
  ] as const;
  const added = Math.min(fresh.length, room);
  const shown = added > MAX_WHOLE ? MAX_SAMPLES : added;
  const renderTick = (ids: readonly string[], isTicked: boolean) => {
    const known = new Set(ids);
    return ({ id = '' }: ListedLine, text: ReactNode) =>
      known.has(id) ? (
        <Checkbox checked={ticks.get(id) ?? isTicked} onChange={({ target }) => onTick(id, target.checked)}>
          <span>{text}</span>
        </Checkbox>
      ) : (
        text
      );
  };
  return (
    <>
      <div className={styles['counts']}>
        <StackedBar parts={parts} />
        <ul className="items">
          <Count label="IDs found" count={found} />
          {parts.map(
            ({ label, count, tone, icon }) =>
              (count > 0 || label === 'New') && (
                <Count key={label} label={label} count={count} icon={<Status tone={tone} icon={icon} />} />
              ),
          )}
          {empty > 0 && <Count label="Lines without an ID" count={empty} />}
        </ul>
      </div>
      {fresh.length > room && (
        <Alert tone="warn" title={`Room for ${formatCount(room, 'call')}`}>
          The board holds {formatNumber(MAX_CALLS)} calls at most.{' '}
          {room > 0 && `The first ${formatNumber(room)} are added, `}
          {formatCount(fresh.length - room, 'call')} {fresh.length - room === 1 ? 'is' : 'are'} left out.
        </Alert>
      )}
      {words.length > 0 && (
        <p className="second">
          {formatCount(words.length, 'word')} left out:{' '}
          {words
            .slice(0, MAX_LISTED)
            .map((word) => cutText(escapeInvisible(word), MAX_WORD))
            .join(', ')}
          {words.length > MAX_LISTED && ', …'}
        </p>
      )}
      <LineList title="Left out" lines={summary.leftOut} renderTick={renderTick(optional, false)} />
      <LineList title="Check" lines={summary.warned} renderTick={renderTick(fresh, true)} />
      {added > 0 && (
        <div>
          <h3>{added > shown ? `First ${shown}` : 'To be watched'}</h3>
          <ul className={styles['sample']}>
            {fresh.slice(0, shown).map((id) => {
              const [head, tail] = splitForDisplay(escapeInvisible(id));
              return (
                <li key={id} title={id}>
                  <Checkbox
                    aria-label={id}
                    checked={ticks.get(id) !== false}
                    onChange={({ target }) => onTick(id, target.checked)}
                  >
                    <span className={table['id']}>
                      <span>{head}</span>
                      {tail && <span>{tail}</span>}
                    </span>
                  </Checkbox>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </>
  );
};
