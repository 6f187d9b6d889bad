import type { Outcome, RequestLine, ResponseBody } from '#src/api/outcome.ts';
import { formatTook } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Raw } from '#src/ui/Facts.tsx';
import { receivedOf, shownBody } from './messages.ts';

/** What was asked. A long address may be broken before each part of its query. */
export const RequestText = ({ request: { method, target } }: { request: RequestLine }) => {
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

/** The status and how long it took; `timed` adds when that was. */
export const AnswerText = ({ outcome, timed = false }: { outcome: Outcome; timed?: boolean }) => {
  const { status, durationMs, at } = receivedOf(outcome);
  if (outcome.kind === 'not-sent') return status ?? 'None';
  if (status === undefined) {
    return (
      <>
        No answer{' '}
        <small>
          after {formatTook(durationMs)}
          {timed && `, at ${formatTime(at)}`}
        </small>
      </>
    );
  }
  return (
    <>
      {status}{' '}
      <small>
        in {formatTook(durationMs)}
        {timed && `, at ${formatTime(at)}`}
      </small>
    </>
  );
};

export const BodyText = ({ body }: { body: ResponseBody }) =>
  body.text === '' ? (
    <p className="hint">The answer has no body.</p>
  ) : (
    <Raw text={shownBody(body)} json={body.json !== undefined} label="Response body" />
  );
