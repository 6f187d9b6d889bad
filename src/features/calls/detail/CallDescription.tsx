import type { ComponentType } from 'react';
import { formatAge, formatDuration } from '#src/lib/duration.ts';
import { formatDate, formatTime, parseTimestamp, type Timestamp } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { InlineEdit } from '#src/ui/forms/InlineEdit.tsx';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { isRefused } from '#src/features/calls/call/next-check.ts';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import {
  CALL_FIELDS,
  readPlainValue,
  type CallField,
  type FieldKey,
} from '#src/features/calls/call/fields.ts';
import { MAX_NOTE_LENGTH } from '#src/features/calls/call/saved-call.ts';
import { copyForTicket, saveNote } from '#src/features/calls/board/actions.ts';
import {
  useBoard,
  useDuration,
  useFreshness,
  useOverview,
  useTicking,
} from '#src/features/calls/board/hooks.ts';
import { formatNextCheck } from '#src/features/calls/board/overview.ts';
import { formatNumber } from '#src/lib/count.ts';

type CallProps = { call: CallView };

const NotReported = ({ call }: CallProps) => (
  <span className="quiet">{call.history?.last ? 'Not reported' : '–'}</span>
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

const ServiceTime = ({ call, value }: CallProps & { value: string | number | undefined }) => {
  const time = parseTimestamp(value);
  if (time.kind === 'absent') return <NotReported call={call} />;
  const isInstant = time.kind === 'instant';
  return (
    <>
      <span className={time.kind === 'raw' ? 'mono' : undefined} title={`As received: ${String(value)}`}>
        {isInstant ? formatTime(time.epochMs) : time.text}
      </span>
      <small> {describeTime(time)}</small>
    </>
  );
};

const DurationValue = ({ call }: CallProps) => {
  const seconds = useDuration(call);
  const freshness = useFreshness(call);
  const reported = call.history?.last?.record.duration;
  if (seconds === undefined || reported === undefined) return <NotReported call={call} />;
  const isRunning = freshness === 'fresh' && seconds !== reported;
  const isOfEarlierCheck = call.state.kind === 'failing';
  return (
    <>
      <span className={freshness === 'stale' ? 'quiet' : undefined} title={`As received: ${reported} s`}>
        {formatDuration(seconds)}
      </span>
      {(freshness !== 'unrated' || isOfEarlierCheck) && (
        <small>
          {' '}
          {isRunning && `reported ${formatDuration(reported)} `}
          {isOfEarlierCheck ? `at ${formatTime(call.history?.last?.at ?? 0)}` : 'at the last check'}
        </small>
      )}
    </>
  );
};

const LastCheckValue = ({ call }: CallProps) => {
  const { blocker } = useOverview();
  const { history, state } = call;
  const checked = history?.checked;
  const freshness = useFreshness(call);
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
        {freshness === 'unrated' ? formatTime(checked.at) : age}
      </span>
      <small>
        {' '}
        {kind !== 'not-found' && result} {took}
      </small>
    </>
  );
};

const RequestIdValue = ({ call: { history } }: CallProps) => (
  <span className="mono">{history?.answer?.requestId}</span>
);

const NextCheckValue = ({ call }: CallProps) => {
  const overview = useOverview();
  const nextText = useTicking((now) => formatNextCheck(call, overview, now));
  const { entry, state, due } = call;
  if (isEnded(call)) return 'None: call ended';
  if (entry.paused) return 'None: paused';
  if (due !== undefined) return nextText;
  const problem = state.kind === 'failing' ? state.failure.problem : undefined;
  return problem && isRefused(problem) ? 'None until you ask' : 'None';
};

const NoteValue = ({ call: { entry } }: CallProps) => {
  const board = useBoard();
  return (
    <InlineEdit
      key={entry.id}
      aria-label="Note"
      maxLength={MAX_NOTE_LENGTH}
      value={entry.note ?? ''}
      onSave={(typed, began) => saveNote(board, [entry.id], typed, began)}
    />
  );
};

/** Fields that show more than their plain value. */
const VALUES: Partial<Record<FieldKey, ComponentType<CallProps>>> = {
  duration: DurationValue,
  lastCheck: LastCheckValue,
  requestId: RequestIdValue,
  next: NextCheckValue,
  note: NoteValue,
};

/** Has all its lines from the start, so that none moves. */
export const CallDescription = ({ call }: CallProps) => {
  const board = useBoard();
  const isShown = (field: CallField) =>
    field.detail === 'always' || (field.detail === 'filled' && field.read(call) !== undefined);
  const items = CALL_FIELDS.filter(isShown).map((field): Description => {
    const { key, label, isTime } = field;
    const Value = VALUES[key];
    const value = readPlainValue(field, call);
    if (Value) return { label, value: <Value call={call} /> };
    return { label, value: isTime ? <ServiceTime call={call} value={value} /> : value };
  });
  return (
    <section>
      <SidePanelHeader>
        <h2>Details</h2>
        <Button variant="bare" size="sm" icon="copy" onClick={() => copyForTicket(board, [call.entry.id])}>
          Copy for a ticket
        </Button>
      </SidePanelHeader>
      <DescriptionList items={items} />
    </section>
  );
};
