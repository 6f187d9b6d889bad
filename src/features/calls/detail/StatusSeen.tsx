import type { ReactNode } from 'react';
import { formatTime, parseTimestamp } from '#src/lib/timestamp.ts';
import { Log, LogEntry } from '#src/ui/Log.tsx';
import { SideHead } from '#src/ui/overlays/Sheet.tsx';
import { StatusIcon, type StatusLook } from '#src/ui/Status.tsx';
import { useBoard } from '#src/features/calls/board/board.ts';
import type { PollingBlocker } from '#src/features/calls/board/polling-blockers.ts';
import { type CallView, badgeOfStatus } from '#src/features/calls/call/call.ts';
import { layOutPlot } from './plot.ts';
import type { CallHistory, Run } from '#src/features/calls/call/history.ts';
import { StatusPlot } from './StatusPlot.tsx';
import { useFreshness, useOverview, useTicking } from '#src/features/calls/board/ticking.tsx';

const INTERRUPTED: Record<PollingBlocker['why'], string> = {
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
  <LogEntry
    time={formatTime(at)}
    dateTime={new Date(at).toISOString()}
    icon={<StatusIcon tone={look.tone} />}
  >
    <span className={look.verbatim ? 'mono' : undefined}>{look.word}</span>{' '}
    {children && <span className="quiet">{children}</span>}
  </LogEntry>
);

const noteOf = (runs: readonly Run[], at: number, ended: string | undefined): string | undefined => {
  if (ended !== undefined && at === runs.length - 1) return ended;
  if (at === 0) return 'first check here';
  const before = runs[at - 1];
  return before?.kind === 'gap' ? `not checked since ${formatTime(before.from)}` : undefined;
};

/** What was seen of the call: as a picture, and the same as a list. Never called complete. */
export const StatusSeen = ({ view, seen }: { view: CallView; seen: CallHistory }) => {
  const { statuses } = useBoard();
  const freshness = useFreshness(view);
  const { periodMs, blocker, checkSeconds } = useOverview();
  const isEnded = view.state.kind === 'reported' && view.state.ended;
  const isRunning = !isEnded && view.due !== undefined;
  const sinceCheck = useTicking((now) =>
    isRunning && seen.checked ? Math.max(0, Math.floor(now - seen.checked.mono)) : 0,
  );
  const lookOfValue = (status: string) => badgeOfStatus(statuses, status);
  const record = seen.last?.record;
  const ended = record && momentOf(record.endTime);
  const until = (seen.checked?.at ?? 0) + sinceCheck;
  const plot = layOutPlot({
    runs: seen.runs,
    ticks: seen.ticks,
    until,
    started: momentOf(record?.startTime),
    ended,
    hasEnded: isEnded,
    isFresh: freshness === 'fresh',
  });
  const checks = `${seen.checks} check${seen.checks === 1 ? '' : 's'}`;
  const isHeld = isRunning && blocker !== undefined && blocker.why !== 'hidden' && freshness === 'stale';
  const every =
    seen.checks > 1 || isRunning ? `, every ${Math.round(periodMs / 1000) || checkSeconds} s` : '';
  return (
    <section>
      <SideHead>
        <h2>Status history</h2>
        <span className="meta">
          {isHeld ? `${checks}, then ${INTERRUPTED[blocker.why].toLowerCase()}` : checks + every}
        </span>
      </SideHead>
      {plot && (
        <StatusPlot plot={plot} runs={seen.runs} lookOf={lookOfValue} isFresh={freshness === 'fresh'} />
      )}
      <Log label="Status history">
        {seen.runs.map((run, at) => {
          if (run.kind === 'gap') return null;
          const endWords = isEnded && ended !== undefined ? `ended ${formatTime(ended)}` : undefined;
          const statusBadge: StatusLook =
            run.kind === 'status' ? lookOfValue(run.status) : { tone: 'warn', word: run.word };
          return (
            <Entry key={run.from} at={run.from} look={statusBadge}>
              {noteOf(seen.runs, at, endWords)}
            </Entry>
          );
        })}
        {isHeld && (
          <Entry at={blocker.since} look={{ tone: 'warn', word: INTERRUPTED[blocker.why] }}>
            no checks since
          </Entry>
        )}
      </Log>
    </section>
  );
};
