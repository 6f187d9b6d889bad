import { escapeHtml } from './pages.ts';

/** A `null` type sends no `Content-Type`. */
export type Body = { type: string | null; text: string };

const JSON_TYPE = 'application/json';
const LONG_LETTERS = 100_000;

export const json = (value: unknown): Body => ({ type: JSON_TYPE, text: JSON.stringify(value) });

const webPage = (title: string): string =>
  `<!doctype html>\n<html lang="en"><head><title>${title}</title></head>\n<body><h1>${title}</h1><p>nginx</p></body></html>\n`;

const long = (): Body => ({ type: 'text/plain', text: 'All lines are busy. '.repeat(LONG_LETTERS / 20) });

const MESSAGES: Record<number, string> = {
  400: 'the request could not be understood',
  401: 'the access token is not accepted',
  403: 'this account may not do that',
  404: 'not found',
  409: 'a change is already under way',
  410: 'gone for good',
  422: 'the values were refused',
  429: 'too many requests',
  500: 'something broke on our side',
  502: 'the voice network did not answer properly',
  503: 'closed for maintenance',
  504: 'the voice network did not answer in time',
};

/** The bodies of a failure, by the word of a sentinel. */
const FAILURES = {
  message: (_status, message) => json({ message }),
  text: (_status, message) => ({ type: 'text/plain; charset=utf-8', text: message }),
  html: (status, message) => ({ type: 'text/html; charset=utf-8', text: webPage(`${status} ${message}`) }),
  empty: () => ({ type: null, text: '' }),
  problem: (status, detail) => ({
    type: 'application/problem+json',
    text: JSON.stringify({ type: 'about:blank', title: `Failure ${status}`, status, detail }),
  }),
  errorobject: (status, message) => json({ error: { code: 30_000 + status, message } }),
  errortext: (_status, message) => json({ error: message }),
  broken: (_status, message) => ({ type: JSON_TYPE, text: `{"message":"${message}` }),
  long,
} satisfies Record<string, (status: number, message: string) => Body>;

export type FailBody = keyof typeof FAILURES;
export const FAIL_BODIES = Object.keys(FAILURES) as FailBody[];

/** The bodies of an odd success, by the word of a sentinel. */
const ODDITIES = {
  empty: () => ({ type: null, text: '' }),
  null: () => json(null),
  true: () => json(true),
  false: () => json(false),
  42: () => json(42),
  0: () => json(0),
  string: () => json('ok'),
  array: () => json([]),
  object: () => json({}),
  text: () => ({ type: 'text/plain; charset=utf-8', text: 'Done, thank you' }),
  broken: () => ({ type: JSON_TYPE, text: '{"ok":tru' }),
  html: () => ({ type: 'text/html; charset=utf-8', text: webPage('Sign in to the guest network') }),
  htmltext: () => ({ type: JSON_TYPE, text: webPage('Sign in to the guest network') }),
  error: () => json({ error: { code: 31_005, message: 'carrier rejected the change' } }),
  success: () => json({ success: false, message: 'nothing was changed' }),
  nested: () => ({
    type: JSON_TYPE,
    text: String.raw`{"<img src=x onerror=alert(1)>":{"__proto__":{"polluted":true},"__proto__x":["=cmd|' /C calc'!A0"]}}`,
  }),
  long,
} satisfies Record<string, () => Body>;

export type OddBody = `${keyof typeof ODDITIES}`;
export const ODD_BODIES = Object.keys(ODDITIES) as OddBody[];

export const failBody = (status: number, shape: FailBody): Body =>
  FAILURES[shape](status, MESSAGES[status] ?? `failure ${status}`);

export const oddBody = (shape: OddBody): Body => ODDITIES[shape]();

/** The encodings of a repeated value. */
const LAYERS = {
  url: encodeURIComponent,
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  html: escapeHtml,
};

export type Layer = keyof typeof LAYERS;

export const echoBody = (sent: readonly string[], layers: readonly Layer[]): Body => {
  let text = sent.join(' ');
  for (const layer of layers) text = LAYERS[layer](text);
  return { type: 'text/plain; charset=utf-8', text: `received ${text}` };
};
