import type { RequestLine } from './outcome.ts';

/** Stands for the access token, which is in no text that is copied. */
const TOKEN = '<access token>';

/** One word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What `encodeURIComponent` leaves as it is although a shell may read it. */
const encodeRest = (target: string): string =>
  target.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * A request as a shell's `curl` command, to be repeated by hand: with a placeholder for the access token (RFC 6750, section
 * 2.1). `baseUrl` is the service's, whole and without a slash at its end; `body`: its JSON, where it has one, without secrets.
 */
export const curlOf = ({ method, target }: RequestLine, baseUrl: string, body?: object): string => {
  const headers = ['Accept: application/json', `Authorization: Bearer ${TOKEN}`];
  if (body) headers.push('Content-Type: application/json');
  return [
    `curl -X ${method} ${quoted(baseUrl + encodeRest(target))}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(body ? [`--data-raw ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
};
