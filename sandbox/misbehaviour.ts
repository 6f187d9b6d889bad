import { FAIL_BODIES, ODD_BODIES, type FailBody, type Layer, type OddBody } from './bodies.ts';

const OPERATIONS = ['read', 'save', 'delete', 'attach', 'detach'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type RetryAfter = { seconds: number; as: 'seconds' | 'date' };

export type Sentinel =
  | { kind: 'fail'; status: number; body: FailBody; retryAfter?: RetryAfter; untilNextToken: boolean }
  | { kind: 'odd'; body: OddBody }
  | { kind: 'odd-status'; status: number }
  | { kind: 'echo'; layers: readonly Layer[] }
  | { kind: 'slow'; milliseconds: number; next: Sentinel | undefined }
  | { kind: 'slow-body'; milliseconds: number }
  | { kind: 'drop'; when: (typeof DROPS)[number] }
  | { kind: 'redirect'; status: number }
  | { kind: 'cors-blocked' }
  | { kind: 'once'; of: Sentinel }
  | { kind: 'later'; of: Sentinel }
  | { kind: 'late'; questions: number }
  | { kind: 'only'; operation: Operation; of: Sentinel };

export type Behaviour = {
  delayMilliseconds: number;
  act:
    | Exclude<Sentinel, { kind: 'slow' | 'once' | 'later' | 'late' | 'only' }>
    | { kind: 'usual' }
    | { kind: 'not-found' };
};

const isOneOf = <Text extends string>(list: readonly Text[], text: string | undefined): text is Text =>
  list.some((item) => item === text);

const parseFail = (status: number, extras: readonly string[]): Sentinel => {
  let body: FailBody = 'message';
  let untilNextToken = false;
  let as: RetryAfter['as'] = 'seconds';
  let seconds: number | undefined = status === 429 ? 3 : undefined;
  for (const extra of extras) {
    if (isOneOf(FAIL_BODIES, extra)) body = extra;
    else if (extra === 'once' && status === 401) untilNextToken = true;
    else if (extra === 'bare') seconds = undefined;
    else if (/^\d{1,4}s$/.test(extra)) seconds = Number(extra.slice(0, -1));
    else if (extra === 'date') {
      as = 'date';
      seconds ??= 3;
    } else break;
  }
  const fail: Sentinel = { kind: 'fail', status, body, untilNextToken };
  if (seconds !== undefined) fail.retryAfter = { seconds, as };
  return fail;
};

const parseOdd = (text: string): Sentinel | undefined => {
  const [word] = text.split('-');
  if (isOneOf(ODD_BODIES, word)) return { kind: 'odd', body: word };
  const status = Number(word);
  return word?.length === 3 && status >= 200 && status <= 299 ? { kind: 'odd-status', status } : undefined;
};

const DROPS = ['before', 'after', 'body'] as const;

const PATTERNS: readonly [RegExp, (match: readonly string[]) => Sentinel | undefined][] = [
  [
    /^fail-([45]\d\d)(?:-(.*))?$/s,
    ([, status, extras]) => parseFail(Number(status), extras?.split('-') ?? []),
  ],
  [/^odd-(.+)$/s, ([, text = '']) => parseOdd(text)],
  [
    /^echo((?:-(?:url|json|html))*)$/,
    ([, words = '']) => ({ kind: 'echo', layers: words.split('-').slice(1) as Layer[] }),
  ],
  [/^slow-body-(\d{1,6})(?:-.*)?$/s, ([, time]) => ({ kind: 'slow-body', milliseconds: Number(time) })],
  [
    /^slow-(\d{1,6})(?:-(.*))?$/s,
    ([, time, rest = '']) => ({ kind: 'slow', milliseconds: Number(time), next: parseSentinel(rest) }),
  ],
  [
    /^drop-(before|after|body)(?:-.*)?$/s,
    ([, when]) => (isOneOf(DROPS, when) ? { kind: 'drop', when } : undefined),
  ],
  [
    /^redirect(?:-(30[1-378]))?(?:-.*)?$/s,
    ([, status]) => ({ kind: 'redirect', status: Number(status ?? 302) }),
  ],
  [/^cors-blocked(?:-.*)?$/s, () => ({ kind: 'cors-blocked' })],
  [/^late-(\d{1,3})(?:-.*)?$/s, ([, questions]) => ({ kind: 'late', questions: Number(questions) })],
  [
    new RegExp(`^(once|later|${OPERATIONS.join('|')})-(.+)$`, 's'),
    ([, word, rest = '']) => {
      const of = parseSentinel(rest);
      if (isOneOf(OPERATIONS, word)) return of && { kind: 'only', operation: word, of };
      return of && { kind: word === 'once' ? 'once' : 'later', of };
    },
  ],
];

/** Reads an ID or account SID as a sentinel. Undefined for an ordinary value. */
export const parseSentinel = (value: string): Sentinel | undefined => {
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(value);
    if (match) return read(match);
  }
  return undefined;
};

/** The rest after `slow-<ms>-`: a slow call can have a plan, as in `slow-2000-sim-9s-completed`. */
export const withoutDelay = (value: string): string => {
  const rest = /^slow-\d{1,6}-(.+)$/s.exec(value)?.[1];
  return rest === undefined ? value : withoutDelay(rest);
};

const USUAL: Behaviour = { delayMilliseconds: 0, act: { kind: 'usual' } };

/** The behaviour for the `request`th request, from 1, of this operation with this value. */
export const behaviourOf = (
  sentinel: Sentinel | undefined,
  at: { operation: Operation; request: number },
): Behaviour => {
  if (!sentinel) return USUAL;
  switch (sentinel.kind) {
    case 'only':
      return sentinel.operation === at.operation ? behaviourOf(sentinel.of, at) : USUAL;
    case 'once':
      return at.request === 1 ? behaviourOf(sentinel.of, at) : USUAL;
    case 'later':
      return at.request > 1 ? behaviourOf(sentinel.of, at) : USUAL;
    case 'late':
      return at.operation === 'read' && at.request <= sentinel.questions
        ? { delayMilliseconds: 0, act: { kind: 'not-found' } }
        : USUAL;
    case 'slow': {
      const next = behaviourOf(sentinel.next, at);
      return { ...next, delayMilliseconds: next.delayMilliseconds + sentinel.milliseconds };
    }
    case 'fail':
    case 'odd':
    case 'odd-status':
    case 'echo':
    case 'slow-body':
    case 'drop':
    case 'redirect':
    case 'cors-blocked':
      return { delayMilliseconds: 0, act: sentinel };
  }
};
