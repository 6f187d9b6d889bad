import type { ComponentType } from 'react';
import { formatAge, formatDuration } from '#src/lib/duration.ts';
import { formatDate, formatTime, parseTimestamp, type Timestamp } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { InlineEdit } from '#src/ui/forms/InlineEdit.tsx';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import { SidePanelHeader } from '#src/ui/PageLayout.tsx';
import type { CallRecord } from '#src/api/call-record.ts';
import { isRefused } from '#src/features/calls/call/next-check.ts';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { CALL_FIELDS, readPlainValue, type FieldKey } from '#src/features/calls/call/fields.ts';
import { MAX_NOTE_LENGTH } from '#src/features/calls/call/saved-call.ts';
import { copyForTicket } from '#src/features/calls/board/actions.ts';
import { useBoard } from '#src/features/calls/board/board.ts';
import {
  nextCheckText,
  useDuration,
  useFreshness,
  useOverview,
  useTicking,
} from '#src/features/calls/board/ticking.ts';
import { formatNumber } from '#src/lib/count.ts';

type CallProps = { view: CallView };

const NotReported = ({ view }: CallProps) => (
  <span className="quiet">{view.history?.last ? 'Not reported' : '–'}</span>
);

const describeTime = (time: Timestamp): string => {
  switch (time.kind) {
    case 'instant':
      return formatDate(time.epochMs);
    case 'local':
      return 'zone not stated';
    case 'raw':
      return 'as received';
    case 'absent':
      return '';
  }
};

const ServiceTime = ({
  view,
  value,
  hasDate = true,
}: CallProps & { value: string | number | undefined; hasDate?: boolean | undefined }) => {
  const time = parseTimestamp(value);
  if (time.kind === 'absent') return <NotReported view={view} />;
  const isInstant = time.kind === 'instant';
  return (
    <>
      <span className={time.kind === 'raw' ? 'mono' : undefined} title={`As received: ${String(value)}`}>
        {isInstant ? formatTime(time.epochMs) : time.text}
      </span>
      {(hasDate || !isInstant) && <small> {describeTime(time)}</small>}
    </>
  );
};

const DurationValue = ({ view }: CallProps) => {
  const seconds = useDuration(view);
  const freshness = useFreshness(view);
  const reported = view.history?.last?.record.duration;
  if (seconds === undefined || reported === undefined) return <NotReported view={view} />;
  const isRunning = freshness === 'fresh' && seconds !== reported;
  return (
    <>
      <span className={freshness === 'stale' ? 'quiet' : undefined} title={`As received: ${reported} s`}>
        {formatDuration(seconds)}
      </span>
      {freshness !== 'done' && (
        <small> {isRunning && `reported ${formatDuration(reported)} `}at the last check</small>
      )}
    </>
  );
};

const LastCheckValue = ({ view }: CallProps) => {
  const { blocker } = useOverview();
  const { history, state } = view;
  const checked = history?.checked;
  const freshness = useFreshness(view);
  const age = useTicking((now) => (checked ? formatAge(now - checked.mono) : ''));
  if (!checked) return <span className="quiet">None yet</span>;
  const isLate = freshness === 'stale' && (state.kind !== 'failing' || blocker !== undefined);
  const took = `in ${formatNumber(Math.round(checked.durationMs))} ms`;
  const kind = state.kind === 'failing' ? state.failure.problem?.kind : undefined;
  const unanswered = kind === 'redirect' ? 'redirected' : 'no answer';
  const result = checked.status === undefined ? unanswered : `answered ${checked.status}`;
  return (
    <>
      <span className={isLate ? 'late' : undefined}>
        {freshness === 'done' ? formatTime(checked.at) : age}
      </span>
      <small>
        {' '}
        {kind !== 'not-found' && result} {took}
      </small>
    </>
  );
};

const NextCheckValue = ({ view }: CallProps) => {
  const overview = useOverview();
  const nextText = useTicking((now) => nextCheckText(view, overview, now));
  const { entry, state, due } = view;
  if (isEnded(view)) return 'None: call ended';
  if (entry.paused) return 'None: paused';
  if (due !== undefined) return nextText;
  const problem = state.kind === 'failing' ? state.failure.problem : undefined;
  return problem && isRefused(problem) ? 'None until you ask' : 'None';
};

const endsOnAnotherDay = ({ startTime, endTime }: CallRecord): boolean => {
  const [start, end] = [parseTimestamp(startTime), parseTimestamp(endTime)];
  if (start.kind !== 'instant' || end.kind !== 'instant') return true;
  return formatDate(start.epochMs) !== formatDate(end.epochMs);
};

const EndValue = ({ view }: CallProps) => {
  const record = view.history?.last?.record;
  return <ServiceTime view={view} value={record?.endTime} hasDate={record && endsOnAnotherDay(record)} />;
};

const NoteValue = ({ view: { entry } }: CallProps) => {
  const board = useBoard();
  return (
    <InlineEdit
      key={entry.id}
      aria-label="Note"
      maxLength={MAX_NOTE_LENGTH}
      value={entry.note ?? ''}
      onSave={(typed) => board.setNote([entry.id], typed)}
    />
  );
};

/** Fields that show more than their plain value. */
const VALUES: Partial<Record<FieldKey, ComponentType<CallProps>>> = {
  started: ({ view }) => <ServiceTime view={view} value={view.history?.last?.record.startTime} />,
  ended: EndValue,
  duration: DurationValue,
  lastCheck: LastCheckValue,
  next: NextCheckValue,
  note: NoteValue,
};

/** Has all its lines from the start, so that none moves. */
export const CallDescription = ({ view }: CallProps) => {
  const board = useBoard();
  const items = CALL_FIELDS.filter(({ detail }) => detail).map((field): Description => {
    const Value = VALUES[field.key];
    return {
      label: field.label,
      value: Value ? <Value view={view} /> : readPlainValue(field, view),
    };
  });
  return (
    <section>
      <SidePanelHeader>
        <h2>Details</h2>
        <Button variant="bare" size="sm" icon="copy" onClick={() => copyForTicket(board, [view.entry.id])}>
          Copy for a ticket
        </Button>
      </SidePanelHeader>
      <DescriptionList items={items} />
    </section>
  );
};
