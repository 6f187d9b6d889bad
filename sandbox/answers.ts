import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { echoBody, failBody, json, oddBody, type Body } from './bodies.ts';
import type { Behaviour, RetryAfter } from './misbehaviour.ts';

export type Answer = { response: Response; status: number | 'dropped'; corsBlocked?: true };

/** A body of type `null` has no `Content-Type`. */
export const answer = (status: number, body: Body, headers: Record<string, string> = {}): Answer => {
  const type = body.type === null ? {} : { 'Content-Type': body.type };
  const empty = status === 204 || status === 205 || body.text === '';
  // A blob, because a string would get the type text/plain.
  const content = empty ? null : new Blob([body.text]);
  return {
    status,
    response: new Response(content, { status, headers: { ...(empty ? {} : type), ...headers } }),
  };
};

/**
 * Ends the connection without an answer. Two lengths that disagree make it invalid (RFC 9112, section 6.3): if the connection
 * were only closed, a browser would silently send the request again.
 */
const drop = (incoming: IncomingMessage): Answer => {
  const { socket } = incoming;
  socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', () => socket.destroy());
  return { status: 'dropped', response: RESPONSE_ALREADY_SENT };
};

/** Sends the headers at once and the body when `pieces` gives it. */
const streamed = (status: number, body: Body, pieces: () => AsyncGenerator<string>): Answer => ({
  status,
  response: new Response(readable(pieces()), {
    status,
    headers: {
      'Content-Type': body.type ?? 'text/plain',
      'Content-Length': String(Buffer.byteLength(body.text)),
    },
  }),
});

const readable = (pieces: AsyncGenerator<string>) =>
  new ReadableStream<Uint8Array>({
    start: async (controller) => {
      for await (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });

const retryAfterHeader = ({ seconds, as }: RetryAfter, now: number): string =>
  as === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString();

type Circumstances = {
  incoming: IncomingMessage;
  origin: string;
  now: () => number;
  tokenIsRefused: () => boolean;
  sent: readonly string[];
  act: () => { status: number; body: Body };
};

export const carryOut = async ({ delayMilliseconds, act }: Behaviour, it: Circumstances): Promise<Answer> => {
  const later = () =>
    delayMilliseconds > 0 ? wait(delayMilliseconds, undefined, { ref: false }) : undefined;
  switch (act.kind) {
    case 'not-found':
      await later();
      return answer(404, json({ message: 'call not found' }));
    case 'redirect':
      await later();
      return answer(act.status, { type: null, text: '' }, { Location: `${it.origin}/sandbox/redirected` });
    case 'fail': {
      if (act.untilNextToken && !it.tokenIsRefused()) break;
      await later();
      const headers: Record<string, string> =
        act.status === 401 ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' } : {};
      if (act.retryAfter) headers['Retry-After'] = retryAfterHeader(act.retryAfter, it.now());
      return answer(act.status, failBody(act.status, act.body), headers);
    }
    case 'drop':
      if (act.when !== 'before') break;
      await later();
      return drop(it.incoming);
    case 'usual':
    case 'odd':
    case 'odd-status':
    case 'echo':
    case 'slow-body':
    case 'cors-blocked':
      break;
  }
  const usual = it.act();
  await later();
  switch (act.kind) {
    case 'usual':
    case 'fail':
      return answer(usual.status, usual.body);
    case 'odd':
      return answer(200, oddBody(act.body));
    case 'echo':
      return answer(200, echoBody(it.sent, act.layers));
    case 'odd-status':
      return answer(act.status, usual.body);
    case 'cors-blocked':
      return { ...answer(usual.status, usual.body), corsBlocked: true };
    case 'slow-body':
      return streamed(usual.status, usual.body, async function* () {
        await wait(act.milliseconds, undefined, { ref: false });
        yield usual.body.text;
      });
    case 'drop':
      if (act.when === 'after') return drop(it.incoming);
      return streamed(usual.status, usual.body, async function* () {
        yield usual.body.text.slice(0, Math.ceil(usual.body.text.length / 2));
        await wait(50, undefined, { ref: false });
        it.incoming.socket.destroy();
      });
  }
};
