import { memo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useCallStatus } from '#src/api/hooks.ts';
import { classes } from '#src/lib/classes.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatTime, formatMoment } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { CodeBlock } from '#src/ui/CodeBlock.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Fold } from '#src/ui/Fold.tsx';
import { SidePanelHeader, SidePanelTop, useNarrow } from '#src/ui/page/PageLayout.tsx';
import { Badge, Status, type StatusLook } from '#src/ui/Status.tsx';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { formatCallPath } from '#src/features/calls/call/address.ts';
import { checkNow, markFailures } from '#src/features/calls/board/actions.ts';
import { useBoard } from '#src/features/calls/board/board.ts';
import { useFreshness, useTicking, formatUnconfirmed } from '#src/features/calls/board/freshness.ts';
import { flattenJson, readJson } from '#src/lib/json.ts';
import { formatBytes, formatCount } from '#src/lib/count.ts';
import { describeStatus, isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import {
  listStatusChanges,
  layOutPlot,
  type CallHistory,
  type Plot,
} from '#src/features/calls/call/history.ts';
import { CallDescription } from './CallDescription.tsx';
import { CallAlerts } from './CallAlerts.tsx';
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
        {bars.map(({ lane, x, width }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- short ones share a place
          <g key={at}>
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

const StatusHistory = ({ call, history }: { call: CallView; history: CallHistory }) => {
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
            // oxlint-disable-next-line react/no-array-index-key -- if the clock is set back, several have one time
            <EventListItem key={at} at={from} look={{ tone }}>
              <span className={verbatim ? 'mono' : undefined}>{shortenWord(word)}</span>{' '}
              {end?.kind === 'instant' && <span className="quiet">ended {formatPast(end.epochMs)}</span>}
            </EventListItem>
          );
        })}
      </EventList>
    </section>
  );
};

type CallProps = { call: CallView };
type Handlers = {
  onClose: () => void;
  onEdit: (id: string) => void;
  onLabel: (ids: readonly string[]) => void;
  onStop: (id: string) => void;
};

const CallBadge = ({ call }: CallProps) => {
  const isStale = useFreshness(call) === 'stale' && call.state.kind === 'reported';
  const unconfirmed = useTicking((now) => formatUnconfirmed(call, now));
  const { history, statusBadge } = call;
  const at = isStale && history?.last ? ` at ${formatTime(history.last.at)}` : unconfirmed;
  return <Badge {...statusBadge} word={statusBadge.word + at} old={isStale} />;
};

/** The button that only a failure has is last, and small, so that nothing moves. */
const CallActions = ({ call, onLabel, onStop }: CallProps & Pick<Handlers, 'onLabel' | 'onStop'>) => {
  const board = useBoard();
  const { id } = call.entry;
  const [isChecking, setChecking] = useState(false);
  const mark = `Mark as ${call.newFailure ? 'seen' : 'new'}`;
  const check = async () => {
    setChecking(true);
    await checkNow(board, [id]);
    setChecking(false);
  };
  return (
    <div className={classes('btns', styles['actions'])}>
      <Button size="sm" icon="refresh" busy={isChecking} onClick={() => void check()}>
        Check now
      </Button>
      <Button variant="bare" size="sm" onClick={() => onLabel([id])}>
        Label…
      </Button>
      <Button variant="bare" size="sm" onClick={() => onStop(id)}>
        Stop watching
      </Button>
      {call.group === 'bad' && (
        <Button
          variant="bare"
          size="sm"
          square
          icon="eye"
          title={mark}
          aria-label={mark}
          onClick={() => markFailures(board, [id], call.newFailure)}
        />
      )}
    </div>
  );
};

const CallError = ({ error }: { error: string | object }) => {
  const text = typeof error === 'string' ? error : JSON.stringify(error, null, 2);
  return (
    <section>
      <SidePanelHeader>
        <h2>Error from the service</h2>
        <Button variant="bare" size="sm" icon="copy" onClick={() => void copyText(text, 'Error')}>
          Copy
        </Button>
      </SidePanelHeader>
      {typeof error === 'string' ? (
        <p className={styles['error']}>{error}</p>
      ) : (
        <DescriptionList
          className={styles['error']}
          items={flattenJson(error).map(({ path, value, kind }) => ({
            label: path,
            value: kind === 'value' ? value : <span className="second">{value}</span>,
          }))}
        />
      )}
    </section>
  );
};

const RawResponse = ({ call }: CallProps) => {
  const isStale = useFreshness(call) === 'stale';
  const answer = call.history?.answer;
  if (!answer) return null;
  const { status, body, at } = answer;
  // Parsed here, since only the text of an answer is saved.
  const isJson = !body.truncated && readJson(body.text) !== undefined;
  const when = isStale ? `, at ${formatTime(at)}` : '';
  const cut = body.truncated ? ', cut' : '';
  return (
    <section className={styles['raw']}>
      <Fold
        open
        summary={
          <>
            Raw response
            <small className="hint">
              {status}, {formatBytes(body.bytes)}
              {cut}
              {when}
            </small>
          </>
        }
      >
        <CodeBlock label="Raw response" text={body.text} json={isJson} />
      </Fold>
    </section>
  );
};

const OpenCall = ({ call, onClose, onEdit, onLabel, onStop }: CallProps & Handlers) => {
  const { id } = call.entry;
  const error = call.history?.last?.record.error;
  const isNarrow = useNarrow();
  const Title = isNarrow ? 'h1' : 'h2';
  return (
    <>
      <section>
        <SidePanelTop
          backLabel="Back to calls"
          closeLabel="Close detail"
          onClose={onClose}
          actions={
            <Button
              variant="bare"
              size="sm"
              icon="link"
              className={styles['link']}
              onClick={() => void copyText(location.origin + formatCallPath(id), 'Link')}
            >
              Copy link
            </Button>
          }
        >
          <CallBadge call={call} />
        </SidePanelTop>
        <Title className={styles['id']}>
          {escapeInvisible(id)}{' '}
          <Button
            variant="bare"
            size="sm"
            square
            icon="copy"
            aria-label="Copy call ID"
            onClick={() => void copyText(id, 'ID')}
          />
        </Title>
        <CallActions call={call} onLabel={onLabel} onStop={onStop} />
      </section>
      <CallAlerts call={call} onEdit={onEdit} />
      <CallDescription call={call} />
      {error !== undefined && <CallError error={error} />}
      {call.history && call.history.intervals.some((interval) => interval.kind === 'status') && (
        <StatusHistory call={call} history={call.history} />
      )}
      <RawResponse call={call} />
    </>
  );
};

/** Polls the call, too: `board/poller.ts` polls only the others. */
const useOpenCall = (id: string): CallView | undefined => {
  const { poller, store } = useBoard();
  useCallStatus(id, { ...poller, isPolling: useStore(poller.isPolling) });
  return useSyncExternalStore(store.subscribe, () => store.call(id));
};

export const CallDetail = memo(({ id, ...handlers }: Handlers & { id: string }) => {
  const call = useOpenCall(id);
  return call && <OpenCall call={call} {...handlers} />;
});
