import { useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { useStore } from 'zustand';
import {
  getReceived,
  type Outcome,
  type RequestLine,
  type ResponseBody,
  getOutcomeKind,
} from '#src/api/outcome.ts';
import { describeSignInProblem } from '#src/auth/problems.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import { CodeBlock } from '#src/ui/CodeBlock.tsx';
import { formatTime } from '#src/lib/timestamp.ts';
import { formatResponseTime, formatTimeUntil } from '#src/lib/duration.ts';
import { useClocks } from './clock.ts';
import { formatWaiting, WAIT_TEXT, type OutcomeMessage, formatOutcome } from './messages.ts';
import { navigate } from 'wouter/use-browser-location';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { leaveOrAsk } from '#src/ui/overlays/leaving.ts';

const isSignInRefused = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.problem.kind === 'unauthorized';

/** Signs in again; a message says what went wrong. */
export const SignInButton = (look: Pick<ComponentProps<typeof Button>, 'size' | 'variant'>) => {
  const { session } = useWorkspace();
  const signIn = async () => {
    const problem = await session.signInAgain();
    if (!problem) return;
    const { advice } = describeSignInProblem(problem);
    showToast({ tone: 'bad', text: `Sign-in failed (${problem.code}). ${advice}` });
  };
  return (
    <Button {...look} onClick={() => void signIn()}>
      Sign in
    </Button>
  );
};

export const OutcomeAlert = ({
  message: { tone, icon, title, text, details, action },
  outcome,
  onAct,
  onClose,
  about,
  children,
  ref,
}: {
  message: OutcomeMessage;
  /** Its request and answer are among the details. */
  outcome: Outcome;
  onAct: () => void;
  /** The form was edited since. */
  onClose?: (() => void) | undefined;
  /** Before the text. */
  about?: ReactNode;
  /** After the text. */
  children?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) => (
  <Alert
    tone={tone}
    icon={icon}
    title={title}
    isLine={tone === 'ok'}
    live={tone === 'ok' || tone === 'info' ? 'status' : 'alert'}
    details={
      <>
        {details !== undefined && <p>{details}</p>}
        <AnswerDetails outcome={outcome} />
      </>
    }
    ref={ref}
    onClose={onClose}
    actions={
      (action !== undefined || isSignInRefused(outcome)) && (
        <>
          {isSignInRefused(outcome) && <SignInButton size="sm" />}
          {action && (
            <Button size="sm" icon={action === 'Undo' ? 'undo' : 'refresh'} onClick={onAct}>
              {action}
            </Button>
          )}
        </>
      )
    }
  >
    {about}
    {about !== undefined && text !== '' && '. '}
    {text}
    {children}
  </Alert>
);

export const RequestText = ({ request: { method, target } }: { request: RequestLine }) => {
  // Lets a long address break before each part of its query.
  const [path, ...query] = target.split(/(?=[?&])/);
  return (
    <span className="mono">
      {method} {path}
      {query.map((part) => (
        <span key={part}>
          <wbr />
          {part}
        </span>
      ))}
    </span>
  );
};

const AnswerText = ({ outcome }: { outcome: Outcome }) => {
  const { status, durationMs } = getReceived(outcome);
  if (outcome.kind === 'not-sent') return status ?? 'None';
  return (
    <>
      {status ?? 'No answer'}{' '}
      <small className="hint">
        {status === undefined ? 'after' : 'in'} {formatResponseTime(durationMs)}
      </small>
    </>
  );
};

export const listRequestId = (requestId: string | undefined): Description[] =>
  requestId === undefined ? [] : [{ label: 'Request ID', value: <span className="mono">{requestId}</span> }];

export const RequestIdLine = ({ requestId }: { requestId: string | undefined }) =>
  requestId !== undefined && (
    <p className="quiet">
      Request ID <span className="mono">{requestId}</span>
    </p>
  );

const BodyText = ({ body }: { body: ResponseBody }) =>
  body.text === '' ? (
    <p className="hint">The answer has no body.</p>
  ) : (
    <>
      <CodeBlock text={body.text} json={body.json !== undefined && !body.truncated} label="Response body" />
      {body.truncated && <p className="hint">Only the beginning of the body is shown.</p>}
    </>
  );

const AnswerDetails = ({ outcome }: { outcome: Outcome }) => {
  const { answer, at } = getReceived(outcome);
  return (
    <>
      <DescriptionList
        items={[
          { label: 'Request', value: <RequestText request={outcome.request} /> },
          { label: 'Answer', value: <AnswerText outcome={outcome} /> },
          { label: 'Time', value: formatTime(at) },
          ...listRequestId(answer?.requestId),
        ]}
      />
      {answer && <BodyText body={answer.body} />}
    </>
  );
};

/** `since` is in epoch milliseconds. A request that was sent before the service asked to wait is not delayed. */
export const Waiting = ({ since, onCancel }: { since: number; onCancel?: () => void }) => {
  const { config, service } = useWorkspace();
  const { monotonicMs: now } = useClocks();
  const { waitUntil } = useStore(service.queue.store);
  const [waitUntilAtFirst] = useState(waitUntil);
  const mustWait = waitUntilAtFirst !== undefined && waitUntil !== undefined;
  const waitedMs = now - (waitUntilAtFirst ?? since - performance.timeOrigin);
  return (
    <>
      <span aria-hidden="true">
        {mustWait
          ? `${WAIT_TEXT} Will be sent ${formatTimeUntil(Math.max(0, waitUntil - now))}.`
          : formatWaiting(waitedMs, config.api.writeTimeoutSeconds * 1000)}
      </span>
      <span className="vh">{mustWait ? `${WAIT_TEXT} Will be sent later.` : 'Waiting for an answer.'}</span>
      {mustWait && onCancel && (
        <>
          {' '}
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </>
      )}
    </>
  );
};

/** Says how a write ended if its page was left, and leads back. Pass it what was just sent. */
export const toastIfLeft = async (what: string, sent: Promise<Outcome>): Promise<void> => {
  const path = location.pathname;
  // Storage took no entry, so nothing was sent.
  const kind = await sent.then(getOutcomeKind, () => 'not-sent' as const);
  if (location.pathname === path) return;
  showToast({
    tone: kind === 'accepted' ? 'ok' : 'bad',
    text: `${what}: ${formatOutcome({ outcome: kind })}`,
    action: { label: 'Show', run: () => leaveOrAsk(() => navigate(path)) },
  });
};
