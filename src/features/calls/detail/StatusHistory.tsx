import { formatCount } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { formatMoment, formatTime } from '#src/lib/timestamp.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { Status, type StatusLook } from '#src/ui/Status.tsx';
import { useBoard } from '#src/features/calls/board/board.ts';
import { useFreshness, useTicking } from '#src/features/calls/board/freshness.ts';
import {
  listStatusChanges,
  type CallHistory,
  layOutPlot,
  type Plot,
} from '#src/features/calls/call/history.ts';
import { type CallView, describeStatus, isEnded } from '#src/features/calls/call/call.ts';
import styles from './CallDetail.module.css';

const LANE_HEIGHT = 24;

/** One lane for each status; hatched without one. Positions are percentages, so that nothing is measured. The list says the same. */
const StatusPlot = ({ plot, describe }: { plot: Plot; describe: (status: string) => StatusLook }) => {
  const { lanes, bars, from, until } = plot;
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
        <rect width="100%" height={height} fill="url(#hatch)" />
        {bars.map(({ lane, x, width }) => (
          <g key={x}>
            <rect className={styles['ground']} x={`${x}%`} width={`${width}%`} height={height} />
            <rect
              data-tone={looks[lane]?.tone}
              x={`${x}%`}
              y={lane * LANE_HEIGHT + 8}
              width={`${width}%`}
              height="8"
              rx="2"
            />
          </g>
        ))}
        <text y={height + 26}>{formatTime(from)}</text>
        <text x="100%" y={height + 26} textAnchor="end">
          {formatTime(until)}
        </text>
      </svg>
    </div>
  );
};

/** In characters. The raw answer has the whole status. */
const MAX_WORD_LENGTH = 80;

const shortenWord = (word: string): string =>
  word.length > MAX_WORD_LENGTH ? `${cutText(word, MAX_WORD_LENGTH)}…` : word;

const formatPast = (at: number): string => formatMoment(at, Date.now());

export const StatusHistory = ({ call, history }: { call: CallView; history: CallHistory }) => {
  const { statuses } = useBoard();
  const isFresh = useFreshness(call) === 'fresh';
  const hasEnded = isEnded(call);
  const isRunning = !hasEnded && call.due !== undefined;
  const sinceCheck = useTicking((now) =>
    isRunning && history.checked ? Math.max(0, Math.floor(now - history.checked.mono)) : 0,
  );
  const describe = (status: string) => describeStatus(statuses, status);
  const plot = layOutPlot(history.intervals, (history.checked?.at ?? 0) + sinceCheck, isFresh);
  const changes = listStatusChanges(history);
  return (
    <section>
      <SidePanelHeader>
        <h2>Status history</h2>
        <span className="hint">{formatCount(history.checks, 'check')}</span>
      </SidePanelHeader>
      <StatusPlot plot={plot} describe={describe} />
      <EventList label="Status history">
        {changes.map(({ status, from }, at) => {
          const { word, tone, verbatim } = describe(status);
          const end = hasEnded && at === changes.length - 1 ? call.ended : undefined;
          return (
            <EventListItem key={from} at={from} look={{ tone }}>
              <span className={verbatim ? 'mono' : undefined}>{shortenWord(word)}</span>{' '}
              {end?.kind === 'instant' && <span className="quiet">ended {formatPast(end.epochMs)}</span>}
            </EventListItem>
          );
        })}
      </EventList>
    </section>
  );
};
