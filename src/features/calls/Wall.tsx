import type { ReactNode } from 'react';
import { formatSpan } from '#src/lib/duration.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import table from '#src/ui/table/Table.module.css';
import { useBoard } from './board/board.ts';
import { useView } from './board/view.ts';
import { useClocks } from '#src/outcomes/clock.ts';
import { getShownStatus, measureOngoing, type CallView } from './call/call.ts';
import { listKeyFigures } from './summary/summary-text.ts';
import { summarize } from './summary/summarize.ts';
import styles from './Wall.module.css';

const MAX_LINES = 12;

/** In epoch milliseconds: as reported, else as seen by this browser. */
const findEnd = ({ endedAt, history, entry }: CallView): number =>
  endedAt ?? history?.endedSeenAt ?? entry.addedAt;

const WallSection = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <section>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );

type WallText = { text: string | undefined; end: string };

const WallLine = ({ label, text, end }: WallText & { label: ReactNode }) => (
  <li>
    {label}
    <span>{text}</span>
    <b>{end}</b>
  </li>
);

const CallLine = ({ id, ...line }: WallText & { id: string }) => {
  const [head, tail] = splitForDisplay(escapeInvisible(id));
  const label = (
    <span className={table['id']}>
      <span>{head}</span>
      {tail}
    </span>
  );
  return <WallLine label={label} {...line} />;
};

export const WallLists = () => {
  const board = useBoard();
  const { epochMs: now } = useClocks();
  const calls = board.callsIn(useView().view.list);
  const stuck = calls
    .filter((call) => call.stuck)
    .map((call) => ({ call, ms: measureOngoing(call) ?? 0 }))
    .toSorted((a, b) => b.ms - a.ms);
  const failures = calls.filter(({ group }) => group === 'bad').toSorted((a, b) => findEnd(b) - findEnd(a));
  return (
    <div className={styles['lists']}>
      <WallSection title="Stuck">
        {stuck.slice(0, MAX_LINES).map(({ call, ms }) => (
          <CallLine
            key={call.entry.id}
            id={call.entry.id}
            text={getShownStatus(call).word}
            end={formatSpan(ms)}
          />
        ))}
      </WallSection>
      <WallSection title="Latest failures">
        {failures.slice(0, MAX_LINES).map((call) => (
          <CallLine
            key={call.entry.id}
            id={call.entry.id}
            text={call.errorText}
            end={formatMoment(findEnd(call), now)}
          />
        ))}
      </WallSection>
      <WallSection title="Summary">
        {listKeyFigures(summarize(calls, now)).map(({ label, text, value }) => (
          <WallLine key={label} label={<span>{label}</span>} text={text} end={value} />
        ))}
      </WallSection>
    </div>
  );
};
