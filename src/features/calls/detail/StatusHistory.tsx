import type { ReactNode } from 'react';
import { counted } from '#src/lib/count.ts';
import { formatTime, parseTimestamp } from '#src/lib/timestamp.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { SidePanelHeader } from '#src/ui/PageLayout.tsx';
import { Status, type StatusLook } from '#src/ui/Status.tsx';
import { useBoard } from '#src/features/calls/board/board.ts';
import type { PollingBlocker } from '#src/features/calls/board/polling-blockers.ts';
import { layOutPlot, type Plot } from './plot.ts';
import type { CallHistory, StatusInterval } from '#src/features/calls/call/history.ts';
import styles from './CallDetail.module.css';
import { type CallView, describeStatus, isEnded } from '#src/features/calls/call/call.ts';
import { useFreshness, useOverview, useTicking } from '#src/features/calls/board/ticking.ts';

const LANE = 24;

const percent = (x: number) => `${x}%`;

/** The picture in a sentence. */
const sentence = (
  intervals: readonly StatusInterval[],
  lookOf: (status: string) => StatusLook,
  isFresh: boolean,
): string => {
  const [first, ...rest] = intervals.filter((interval) => interval.kind === 'status');
  if (!first) return 'No status was seen.';
  const later = rest
    .map((interval) => `, ${lookOf(interval.status).word} from ${formatTime(interval.from)}`)
    .join('');
  const last = intervals.at(-1);
  const end = isFresh ? ' until now' : last ? `, last checked at ${formatTime(last.until)}` : '';
  const since = formatTime(first.from);
  return `Statuses seen since ${since}: ${lookOf(first.status).word}${later}${end}. Nothing was seen from here before ${since}.`;
};

/** A lane a status over time. Positions are percentages, so that no script need measure anything. */
const StatusPlot = ({
  plot,
  lookOf,
  label,
}: {
  plot: Plot;
  lookOf: (status: string) => StatusLook;
  label: string;
}) => {
  const { lanes, bars, dot, hatched, labels, now } = plot;
  const looks = lanes.map(lookOf);
  const height = lanes.length * LANE;
  return (
    <div className={styles['plot']}>
      <div className={styles['names']} aria-hidden="true">
        {looks.map((look, lane) => (
          <Status key={lanes[lane]} {...look} />
        ))}
      </div>
      <svg height={height + 34} role="img" aria-label={label}>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" />
        </pattern>
        <rect className={styles['ground']} width="100%" height={height} rx="4" />
        {hatched.map(({ x, width }) => (
          <rect key={x} x={percent(x)} width={percent(width)} height={height} fill="url(#hatch)" />
        ))}
        {labels.map(({ x }) => (
          <line key={x} x1={percent(x)} x2={percent(x)} y1="0" y2={height} />
        ))}
        {bars.map(({ lane, x, width }) => (
          <rect
            key={`${lane} ${x}`}
            data-tone={looks[lane]?.tone}
            x={percent(x)}
            y={lane * LANE + 8}
            width={percent(width)}
            height="8"
            rx="2"
          />
        ))}
        {dot && (
          <circle data-tone={looks[dot.lane]?.tone} cx={percent(dot.x)} cy={dot.lane * LANE + 12} r="5" />
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

const INTERRUPTED: Record<PollingBlocker['reason'], string> = {
  offline: 'Offline',
  session: 'Session ended',
  'asked-to-wait': 'Asked to wait',
  hidden: 'Page hidden',
};

const momentOf = (value: string | number | undefined): number | undefined => {
  const time = parseTimestamp(value);
  return time.kind === 'instant' ? time.epochMs : undefined;
};

const Entry = ({ at, look, children }: { at: number; look: StatusLook; children?: ReactNode }) => (
  <EventListItem at={at} look={{ tone: look.tone }}>
    <span className={look.verbatim ? 'mono' : undefined}>{look.word}</span>{' '}
    {children && <span className="quiet">{children}</span>}
  </EventListItem>
);

const noteOf = (
  intervals: readonly StatusInterval[],
  at: number,
  ended: string | undefined,
): string | undefined => {
  if (ended !== undefined && at === intervals.length - 1) return ended;
  if (at === 0) return 'first check here';
  const before = intervals[at - 1];
  return before?.kind === 'gap' ? `not checked since ${formatTime(before.from)}` : undefined;
};

/** What was seen of the call: as a picture, and the same as a list. Never called complete. */
export const StatusHistory = ({ view, history }: { view: CallView; history: CallHistory }) => {
  const { statuses } = useBoard();
  const freshness = useFreshness(view);
  const isFresh = freshness === 'fresh';
  const { periodMs, blocker, checkSeconds } = useOverview();
  const hasEnded = isEnded(view);
  const isRunning = !hasEnded && view.due !== undefined;
  const sinceCheck = useTicking((now) =>
    isRunning && history.checked ? Math.max(0, Math.floor(now - history.checked.mono)) : 0,
  );
  const lookOfValue = (status: string) => describeStatus(statuses, status);
  const record = history.last?.record;
  const ended = record && momentOf(record.endTime);
  const until = (history.checked?.at ?? 0) + sinceCheck;
  const plot = layOutPlot({
    intervals: history.intervals,
    until,
    started: momentOf(record?.startTime),
    ended,
    hasEnded,
    isFresh,
  });
  const checks = counted(history.checks, 'check');
  const isHeld = isRunning && blocker !== undefined && blocker.reason !== 'hidden' && freshness === 'stale';
  const every = isRunning ? `, every ${Math.round(periodMs / 1000) || checkSeconds} s` : '';
  return (
    <section>
      <SidePanelHeader>
        <h2>Status history</h2>
        <span className="meta">
          {isHeld ? `${checks}, then ${INTERRUPTED[blocker.reason].toLowerCase()}` : checks + every}
        </span>
      </SidePanelHeader>
      <StatusPlot
        plot={plot}
        lookOf={lookOfValue}
        label={sentence(history.intervals, lookOfValue, isFresh)}
      />
      <EventList label="Status history">
        {history.intervals.map((interval, at) => {
          if (interval.kind === 'gap') return null;
          const endWords = hasEnded && ended !== undefined ? `ended ${formatTime(ended)}` : undefined;
          const statusBadge: StatusLook =
            interval.kind === 'status' ? lookOfValue(interval.status) : { tone: 'warn', word: interval.word };
          return (
            <Entry key={interval.from} at={interval.from} look={statusBadge}>
              {noteOf(history.intervals, at, endWords)}
            </Entry>
          );
        })}
        {isHeld && (
          <Entry at={blocker.since} look={{ tone: 'warn', word: INTERRUPTED[blocker.reason] }}>
            no checks since
          </Entry>
        )}
      </EventList>
    </section>
  );
};
