import type { ReactNode } from 'react';
import { formatLongSpan } from '#src/lib/duration.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import table from '#src/ui/table/Table.module.css';
import { useBoard, useView } from './board/hooks.ts';
import { useClocks } from '#src/outcomes/clock.ts';
import { getShownStatus, measureOngoing, type CallView } from './call/call.ts';
import { listKeyFigures } from './summary/summary-text.ts';
import { findEnd, summarize } from './summary/summarize.ts';
import styles from './Wall.module.css';

const MAX_LINES = 12;

type WallLine = { key: string; label: ReactNode; text: string | undefined; end: string };

const WallSection = ({ title, lines }: { title: string; lines: readonly WallLine[] }) =>
  lines.length > 0 && (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.slice(0, MAX_LINES).map(({ key, label, text, end }) => (
          <li key={key}>
            {label}
            <span>{text}</span>
            <b>{end}</b>
          </li>
        ))}
      </ul>
    </section>
  );

const toLine = ({ entry: { id } }: CallView, text: string | undefined, end: string): WallLine => {
  const [head, tail] = splitForDisplay(escapeInvisible(id), 8);
  const label = (
    <span className={table['id']}>
      <span>{head}</span>
      {tail}
    </span>
  );
  return { key: id, label, text, end };
};

export const WallLists = () => {
  const board = useBoard();
  const { epochMs: now } = useClocks();
  const calls = board.store.callsIn(useView().view.list);
  const stuck = calls
    .filter((call) => call.stuck)
    .map((call) => ({ call, ms: measureOngoing(call) ?? 0 }))
    .toSorted((a, b) => b.ms - a.ms);
  const failures = calls
    .filter(({ group }) => group === 'bad')
    .map((call) => ({ call, at: findEnd(call, now) ?? call.entry.addedAt }))
    .toSorted((a, b) => b.at - a.at);
  const figures = listKeyFigures(summarize(calls, now));
  return (
    <div className={styles['lists']}>
      <WallSection
        title="Stuck"
        lines={stuck.map(({ call, ms }) => toLine(call, getShownStatus(call).word, formatLongSpan(ms)))}
      />
      <WallSection
        title="Latest failures"
        lines={failures.map(({ call, at }) => toLine(call, call.errorText, formatMoment(at, now)))}
      />
      <WallSection
        title="Summary"
        lines={figures.map(({ label, text, value }) => ({
          key: label,
          label: <span>{label}</span>,
          text,
          end: value,
        }))}
      />
    </div>
  );
};
