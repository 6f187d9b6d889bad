import { useStore } from 'zustand';
import { describeProblem } from '#src/api/outcome.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatLongSpan, formatTimeUntil } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { SignInButton } from '#src/outcomes/Outcome.tsx';
import { useBoard } from '#src/features/calls/board/board.ts';
import { useTicking } from '#src/features/calls/board/freshness.ts';
import { PANEL_ID } from '#src/features/calls/board/focus.ts';
import {
  isRefused,
  measureOngoing,
  measureSinceStart,
  type CallView,
} from '#src/features/calls/call/call.ts';
import type { Failure } from '#src/features/calls/call/history.ts';

type CallProps = { call: CallView };
type Handlers = { onEdit: (id: string) => void };

/** "" unless all other watched IDs have one length, and this ID another. */
const describeLength = (id: string, others: readonly string[]): string => {
  const lengths = new Set(others.map((other) => [...other].length));
  const [usual] = lengths;
  const own = [...id].length;
  if (lengths.size !== 1 || usual === undefined || usual === own) return '';
  const othersHave = others.length === 1 ? 'your other one has' : 'your others have';
  return ` It has ${own} characters, ${othersHave} ${usual}.`;
};

const FailedCheckAlert = ({ call, failure, onEdit }: CallProps & Handlers & { failure: Failure }) => {
  const board = useBoard();
  const { service } = useWorkspace();
  const { entry, history } = call;
  const { problem, since, count } = failure;
  const sinceText = count === 1 ? '' : ` ${count} checks failed since ${formatTime(since)}.`;
  const nextText = useTicking((now) =>
    entry.keepTrying && call.due !== undefined && call.due > now
      ? ` Next check ${formatTimeUntil(call.due - now)}.`
      : '',
  );
  const isNotFound = problem?.kind === 'not-found';
  const describe = (): { title: string; text: string } => {
    if (!problem) {
      const text = `It answered ${history?.answer?.status}, without a call’s status.`;
      return { title: 'Answer not recognised', text };
    }
    if (!isNotFound) return describeProblem(problem, service.origins);
    const others = [...board.store.ids()].filter((id) => id !== entry.id);
    const text = `The ID may be mistyped, cut short or of another account.${describeLength(entry.id, others)}`;
    return { title: 'The service answered 404 for this ID', text };
  };
  const { title, text } = describe();
  return (
    <Alert
      tone={isNotFound ? 'info' : 'warn'}
      icon={isNotFound ? 'none' : 'warn'}
      title={title}
      actions={
        problem &&
        (problem.kind === 'unauthorized' || problem.kind === 'session-ended' ? (
          <SignInButton size="sm" />
        ) : (
          isRefused(problem) && (
            <>
              {!entry.keepTrying && (
                <Button
                  size="sm"
                  onClick={() => {
                    // This button goes.
                    document.getElementById(PANEL_ID)?.focus();
                    board.store.keepTrying(entry.id);
                  }}
                >
                  Keep trying
                </Button>
              )}
              {isNotFound && (
                <Button size="sm" onClick={() => onEdit(entry.id)}>
                  Edit ID
                </Button>
              )}
            </>
          )
        ))
      }
    >
      {text}
      {sinceText}
      {nextText}
    </Alert>
  );
};

const StuckAlert = ({ call }: CallProps) => {
  const board = useBoard();
  const stuckMinutes = useStore(board.settings, board.readStuckMinutes);
  const ongoing = measureOngoing(call) ?? 0;
  const sinceStart = (call.history && measureSinceStart(call.history)) ?? 0;
  return (
    <Alert
      tone="warn"
      icon="stuck"
      title={`Stuck: not ended after ${formatLongSpan(Math.max(ongoing, sinceStart))}`}
    >
      The limit is {stuckMinutes} min.
    </Alert>
  );
};

export const CallAlerts = ({ call, onEdit }: CallProps & Handlers) => {
  const { failure } = call.history ?? {};
  const isStuck = call.stuckAt !== undefined;
  if (!failure && !isStuck) return null;
  return (
    <section aria-live="polite">
      {failure && <FailedCheckAlert call={call} failure={failure} onEdit={onEdit} />}
      {isStuck && <StuckAlert call={call} />}
    </section>
  );
};
