import type { RequestLine } from './outcome.ts';

/** One word of a POSIX shell, whatever is in it. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Encodes what `encodeURIComponent` leaves although a shell may read it. */
const encodeRest = (target: string): string =>
  target.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A request as a shell command, with a placeholder for the access token. `body` must hold no secret. */
export const formatCurl = ({ method, target }: RequestLine, baseUrl: string, body?: object): string => {
  const headers = ['Accept: application/json', 'Authorization: Bearer <access token>'];
  if (body) headers.push('Content-Type: application/json');
  return [
    `curl -X ${method} ${quote(baseUrl + encodeRest(target))}`,
    ...headers.map((header) => `-H ${quote(header)}`),
    ...(body ? [`--data-raw ${quote(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
};
