import { formatCount } from '#src/lib/count.ts';
import { formatMoment, type Timestamp } from '#src/lib/timestamp.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { Status, type StatusLook } from '#src/ui/Status.tsx';
import { useBoard, useFreshness, useOverview, useTicking } from '#src/features/calls/board/hooks.ts';
import type { PollingBlocker } from '#src/features/calls/board/polling-blockers.ts';
import { layOutPlot, type Plot } from './plot.ts';
import type { CallHistory } from '#src/features/calls/call/history.ts';
import styles from './CallDetail.module.css';
import { type CallView, describeStatus, isEnded } from '#src/features/calls/call/call.ts';

const LANE_HEIGHT = 24;

const percent = (x: number) => `${x}%`;

type Describe = (status: string) => StatusLook;

/** One lane for each status. Positions are percentages, so that nothing is measured. The list below says the same. */
const StatusPlot = ({ plot, describe }: { plot: Plot; describe: Describe }) => {
  const { lanes, bars, dot, hatched, labels, now } = plot;
  const looks = lanes.map(describe);
  const height = lanes.length * LANE_HEIGHT;
  return (
    <div className={styles['plot']} aria-hidden="true">
      <div className={styles['names']}>
        {looks.map((look, lane) => (
          <Status key={lanes[lane]} {...look} />
        ))}
      </div>
      <svg height={height + 34}>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" />
        </pattern>
        <rect className={styles['ground']} width="100%" height={height} rx="4" />
        {hatched.map(({ x, width }) => (
          <rect key={x} x={percent(x)} width={percent(width)} height={height} fill="url(#hatch)" />
        ))}
        {bars.map(({ lane, x, width }) => (
          <rect
            key={`${lane} ${x}`}
            data-tone={looks[lane]?.tone}
            x={percent(x)}
            y={lane * LANE_HEIGHT + 8}
            width={percent(width)}
            height="8"
            rx="2"
          />
        ))}
        {dot && (
          <circle
            data-tone={looks[dot.lane]?.tone}
            cx={percent(dot.x)}
            cy={dot.lane * LANE_HEIGHT + 12}
            r="5"
          />
        )}
        {now !== undefined && (
          <line className={styles['now']} x1={percent(now)} x2={percent(now)} y1="0" y2={height + 6} />
        )}
        {labels.map(({ x, text, anchor }) => (
          <text key={x} x={percent(x)} y={height + 26} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
};

const BLOCKER_LABELS: Record<PollingBlocker['reason'], string> = {
  offline: 'Offline',
  session: 'Session ended',
  outdated: 'New version',
  'asked-to-wait': 'Asked to wait',
  failing: 'Checks fail',
  hidden: 'Page hidden',
};

const readEpochMs = (time: Timestamp): number | undefined =>
  time.kind === 'instant' ? time.epochMs : undefined;

const HistoryItem = ({ at, look, note }: { at: number; look: StatusLook; note?: string | undefined }) => (
  <EventListItem at={at} look={{ tone: look.tone }}>
    <span className={look.verbatim ? 'mono' : undefined}>{look.word}</span>{' '}
    {note !== undefined && <span className="quiet">{note}</span>}
  </EventListItem>
);

const formatPast = (at: number): string => formatMoment(at, Date.now());

export const StatusHistory = ({ call, history }: { call: CallView; history: CallHistory }) => {
  const { statuses } = useBoard();
  const freshness = useFreshness(call);
  const isFresh = freshness === 'fresh';
  const { periodMs, blocker } = useOverview();
  const hasEnded = isEnded(call);
  const isRunning = !hasEnded && call.due !== undefined;
  const sinceCheck = useTicking((now) =>
    isRunning && history.checked ? Math.max(0, Math.floor(now - history.checked.mono)) : 0,
  );
  const describe: Describe = (status) => describeStatus(statuses, status);
  const { intervals } = history;
  const ended = readEpochMs(call.ended);
  const plot = layOutPlot({
    intervals,
    until: (history.checked?.at ?? 0) + sinceCheck,
    started: readEpochMs(call.started),
    hasEnded,
    isFresh,
  });
  const findNote = (at: number): string | undefined => {
    if (hasEnded && ended !== undefined && at === intervals.length - 1) return `ended ${formatPast(ended)}`;
    if (at === 0) return 'first check';
    const before = intervals[at - 1];
    return before?.kind === 'gap' ? `not checked since ${formatPast(before.from)}` : undefined;
  };
  const isBlocked = isRunning && blocker && blocker.reason !== 'hidden' && freshness === 'stale';
  // After a failed check, the next one comes later.
  const every = isRunning && call.state.kind !== 'failing' ? `, every ${Math.round(periodMs / 1000)} s` : '';
  return (
    <section>
      <SidePanelHeader>
        <h2>Status history</h2>
        <span className="hint">{formatCount(history.checks, 'check') + every}</span>
      </SidePanelHeader>
      <StatusPlot plot={plot} describe={describe} />
      <EventList label="Status history">
        {intervals.map((interval, at) => {
          if (interval.kind === 'gap') return null;
          const look: StatusLook =
            interval.kind === 'status' ? describe(interval.status) : { tone: 'warn', word: interval.word };
          return <HistoryItem key={interval.from} at={interval.from} look={look} note={findNote(at)} />;
        })}
        {isBlocked && (
          <HistoryItem
            at={blocker.since}
            look={{ tone: 'warn', word: BLOCKER_LABELS[blocker.reason] }}
            note="no checks since"
          />
        )}
      </EventList>
    </section>
  );
};
