import type { ComponentType } from 'react';
import { formatAge, formatDuration } from '#src/lib/duration.ts';
import { formatDate, formatMoment, formatTime, type Timestamp } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { InlineEdit } from '#src/ui/forms/InlineEdit.tsx';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { type CallView, MAX_NOTE_LENGTH } from '#src/features/calls/call/call.ts';
import {
  CALL_FIELDS,
  formatReceivedTitle,
  readPlainValue,
  type FieldKey,
} from '#src/features/calls/call/call-fields.ts';
import { copyForTicket, saveNote } from '#src/features/calls/board/actions.ts';
import { useBoard } from '#src/features/calls/board/board.ts';
import { measureSeconds, useFreshness, useTicking } from '#src/features/calls/board/freshness.ts';

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

const ServiceTime = ({ call, time }: CallProps & { time: Timestamp }) => {
  if (time.kind === 'absent') return <NotReported call={call} />;
  const isInstant = time.kind === 'instant';
  return (
    <>
      <span
        className={time.kind === 'raw' ? 'mono' : undefined}
        title={isInstant ? formatReceivedTitle(time) : undefined}
      >
        {isInstant ? formatTime(time.epochMs) : time.text}
      </span>
      <small className="hint"> {describeTime(time)}</small>
    </>
  );
};

const DurationValue = ({ call }: CallProps) => {
  const board = useBoard();
  const freshness = useFreshness(call);
  const reported = call.history?.last?.record.duration;
  // As reported, or the running one in whole seconds.
  const seconds = useTicking((now) => {
    const measured = measureSeconds(board, call, now);
    return measured === undefined || measured === reported ? measured : Math.floor(measured);
  });
  if (seconds === undefined || reported === undefined) return <NotReported call={call} />;
  const isRunning = freshness === 'fresh' && seconds !== reported;
  const isOfEarlierCheck = call.state.kind === 'failing';
  return (
    <>
      <span className={freshness === 'stale' ? 'quiet' : undefined} title={`As received: ${reported} s`}>
        {formatDuration(seconds)}
      </span>
      {(isRunning || isOfEarlierCheck) && (
        <small className="hint">
          {' '}
          {isRunning && `reported ${formatDuration(reported)}`}
          {isOfEarlierCheck && `at ${formatTime(call.history?.last?.at ?? 0)}`}
        </small>
      )}
    </>
  );
};

const CheckedValue = ({ call }: CallProps) => {
  const tried = call.history?.last ?? call.history?.checked;
  const freshness = useFreshness(call);
  const when = useTicking((now) => {
    if (!tried) return '';
    return freshness === 'unrated' ? formatMoment(tried.at, Date.now()) : formatAge(now - tried.mono);
  });
  if (!tried) return <span className="quiet">No status yet</span>;
  return <span className={freshness === 'stale' ? 'late' : undefined}>{when}</span>;
};

const RequestIdValue = ({ call: { history } }: CallProps) => (
  <span className="mono">{history?.answer?.requestId}</span>
);

const NoteValue = ({ call }: CallProps) => {
  const board = useBoard();
  const { entry } = call;
  return (
    <InlineEdit
      key={entry.id}
      aria-label="Note"
      maxLength={MAX_NOTE_LENGTH}
      value={entry.note ?? ''}
      onSave={(typed, began) => saveNote(board, [call], typed, began)}
    />
  );
};

/** Fields that show more than their plain value. */
const VALUES: Partial<Record<FieldKey, ComponentType<CallProps>>> = {
  duration: DurationValue,
  lastCheck: CheckedValue,
  requestId: RequestIdValue,
  note: NoteValue,
};

/** Has all its lines from the start, so that none moves. */
export const CallDescription = ({ call }: CallProps) => {
  const board = useBoard();
  const isShown = (field: (typeof CALL_FIELDS)[number]) =>
    field.detail === 'always' || (field.detail === 'filled' && field.read(call) !== undefined);
  const items = CALL_FIELDS.filter(isShown).map((field): Description => {
    const { key, label, time } = field;
    const Value = VALUES[key];
    if (Value) return { label, value: <Value call={call} /> };
    return {
      label,
      value: time ? <ServiceTime call={call} time={time(call)} /> : readPlainValue(field, call),
    };
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
