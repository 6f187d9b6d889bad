import { TEXT_LIMIT, type Answer, type ResponseBody } from './outcome.ts';

/** Beyond this many bytes nothing more is read: no operation's answer is that long. */
export const BYTES_LIMIT = 4_194_304;

/** What has come of an answer so far. */
export type Received = {
  status: number;
  contentType: string;
  retryAfter: string | null;
  text: string;
  bytes: number;
  isWhole: boolean;
};

type Race = <T>(work: Promise<T>) => Promise<T>;

/** Reads a response into `into.current`, which holds what has come also where the reading fails half way. */
export const receive = async (
  response: Response,
  into: { current: Received | undefined },
  race: Race,
): Promise<void> => {
  const received: Received = {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    retryAfter: response.headers.get('retry-after'),
    text: '',
    bytes: 0,
    isWhole: false,
  };
  into.current = received;
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  if (reader) {
    while (received.bytes < BYTES_LIMIT) {
      const { done, value } = await race(reader.read());
      if (done) break;
      received.bytes += value.byteLength;
      received.text += decoder.decode(value, { stream: true });
    }
  }
  received.text += decoder.decode();
  received.isWhole = received.bytes < BYTES_LIMIT;
};

const parseJson = (text: string): ResponseBody['json'] => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** What was received as an answer: the text capped, and its JSON value where the whole text is JSON. */
export const toAnswer = (
  { status, contentType, text, bytes, isWhole }: Received,
  { retryAfterMs, ...timing }: { durationMs: number; at: number; retryAfterMs?: number | undefined },
): Answer => ({
  status,
  body: {
    // Not between the halves of a surrogate pair.
    text: text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT).replace(/[\uD800-\uDBFF]$/, '') : text,
    truncated: !isWhole || text.length > TEXT_LIMIT,
    bytes,
    json: isWhole ? parseJson(text) : undefined,
    contentType,
  },
  ...timing,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
