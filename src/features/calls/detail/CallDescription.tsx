import type { ComponentType, ReactNode } from 'react';
import { formatDuration, formatSeconds, MOST_SECONDS } from '#src/lib/duration.ts';
import { formatDate, formatTime, parseTimestamp } from '#src/lib/timestamp.ts';
import { InlineEdit } from '#src/ui/forms/InlineEdit.tsx';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import type { CallRecord } from '#src/api/call-record.ts';
import { isRefused } from '#src/features/calls/call/next-check.ts';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { CALL_FIELDS, readPlainValue, type FieldKey } from '#src/features/calls/call/fields.ts';
import { LONGEST_NOTE } from '#src/features/calls/call/saved-call.ts';
import { useBoard } from '#src/features/calls/board/board.ts';
import { exactAge, timeNote } from './words.ts';
import {
  nextCheckText,
  useDuration,
  useFreshness,
  useOverview,
  useTicking,
} from '#src/features/calls/board/ticking.ts';
import { number } from '#src/lib/count.ts';

type Shown = { view: CallView };

const NotReported = ({ view }: Shown) => (
  <span className="quiet">{view.history?.last ? 'Not reported' : '–'}</span>
);

/** A timestamp of the service. The value as it came is its title, and stands there itself where it is no moment. */
const ServiceTime = ({
  view,
  value,
  dated = true,
}: Shown & {
  value: string | number | undefined;
  dated?: boolean | undefined;
}) => {
  const time = parseTimestamp(value);
  if (time.kind === 'absent') return <NotReported view={view} />;
  const note = dated || time.kind !== 'instant' ? timeNote(time) : '';
  const text = time.kind === 'instant' ? formatTime(time.epochMs) : time.text;
  return (
    <>
      <span className={time.kind === 'raw' ? 'mono' : undefined} title={`As received: ${String(value)}`}>
        {text}
      </span>
      {note && <small> {note}</small>}
    </>
  );
};

const DurationValue = ({ view }: Shown) => {
  const seconds = useDuration(view);
  const freshness = useFreshness(view);
  const reported = view.history?.last?.record.duration;
  if (seconds === undefined || reported === undefined) return <NotReported view={view} />;
  const isExact = (reported < 60 && seconds === reported) || reported > MOST_SECONDS;
  const exact = isExact ? '' : formatSeconds(reported);
  if (freshness === 'done') {
    return (
      <>
        {formatDuration(seconds)} {exact && <small>{exact}</small>}
      </>
    );
  }
  const isRunning = freshness === 'fresh' && seconds !== reported;
  return (
    <>
      <span className={freshness === 'stale' ? 'quiet' : undefined}>{formatDuration(seconds)}</span>{' '}
      <small>
        {isRunning
          ? `reported ${formatDuration(reported)}${reported < 60 ? '' : ` (${formatSeconds(reported)})`} `
          : exact && `${exact} `}
        at the last check
      </small>
    </>
  );
};

const LastCheck = ({ view }: Shown) => {
  const { blocker } = useOverview();
  const { history, state } = view;
  const checked = history?.checked;
  const freshness = useFreshness(view);
  const age = useTicking((now) => (checked ? exactAge(now - checked.mono) : ''));
  if (!checked) return <span className="quiet">None yet</span>;
  const isLate = freshness === 'stale' && (state.kind !== 'failing' || blocker !== undefined);
  const took = `in ${number(Math.round(checked.durationMs))} ms`;
  const kind = state.kind === 'failing' ? state.failure.problem?.kind : undefined;
  const none = kind === 'redirect' ? 'redirected' : 'no answer';
  const answered = checked.status === undefined ? `${none} ${took}` : `answered ${checked.status} ${took}`;
  return (
    <>
      <span className={isLate ? 'late' : undefined}>
        {freshness === 'done' ? formatTime(checked.at) : age}
      </span>{' '}
      <small>{kind === 'not-found' ? took : answered}</small>
    </>
  );
};

const none = (why: string): ReactNode => (
  <>
    None <small>{why}</small>
  </>
);

const NextCheckValue = ({ view }: Shown) => {
  const overview = useOverview();
  const { blocker } = overview;
  const planned = useTicking((now) => nextCheckText(view, overview, now));
  const { entry, history, state, due } = view;
  if (isEnded(view)) {
    const isReported = history?.last?.record.endTime !== undefined;
    return none(isReported ? 'the service reported an end time' : 'the call has ended');
  }
  if (entry.paused) return none('paused');
  if (due === undefined) {
    const problem = state.kind === 'failing' ? state.failure.problem : undefined;
    return problem && isRefused(problem) ? none('until you ask') : none('');
  }
  switch (blocker?.reason) {
    case 'offline':
      return 'When back online';
    case 'session':
      return 'When you have signed in again';
    case 'asked-to-wait':
      return 'When the service asks no longer to wait';
    case 'hidden':
    case undefined:
      return planned;
  }
};

const isOnAnotherDay = ({ startTime, endTime }: CallRecord): boolean => {
  const [start, end] = [parseTimestamp(startTime), parseTimestamp(endTime)];
  if (start.kind !== 'instant' || end.kind !== 'instant') return true;
  return formatDate(start.epochMs) !== formatDate(end.epochMs);
};

const EndValue = ({ view }: Shown) => {
  const record = view.history?.last?.record;
  return <ServiceTime view={view} value={record?.endTime} dated={record && isOnAnotherDay(record)} />;
};

const NoteValue = ({ view: { entry } }: Shown) => {
  const board = useBoard();
  return (
    <InlineEdit
      key={entry.id}
      aria-label="Note"
      maxLength={LONGEST_NOTE}
      value={entry.note ?? ''}
      onSave={(typed) => board.setNote([entry.id], typed)}
    />
  );
};

/** Fields that are more than their text. */
const VALUES: Partial<Record<FieldKey, ComponentType<Shown>>> = {
  started: ({ view }) => <ServiceTime view={view} value={view.history?.last?.record.startTime} />,
  ended: EndValue,
  duration: DurationValue,
  lastCheck: LastCheck,
  next: NextCheckValue,
  note: NoteValue,
};

/** The record's times and duration, the checks and the note: the same lines from the start, so that none moves. */
export const CallDescription = ({ view }: Shown) => {
  const items = CALL_FIELDS.filter(({ detail }) => detail).map((field): Description => {
    const Value = VALUES[field.key];
    return {
      label: field.label,
      value: Value ? <Value view={view} /> : readPlainValue(field, view),
    };
  });
  return (
    <section>
      <DescriptionList items={items} />
    </section>
  );
};
