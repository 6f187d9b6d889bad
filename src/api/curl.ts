import type { RequestLine } from './outcome.ts';

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** `encodeURIComponent` leaves these characters, which a shell may interpret. */
const encodeShellCharacters = (target: string): string =>
  target.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** `body` must not contain the secret. */
export const formatCurl = ({ method, target }: RequestLine, baseUrl: string, body?: object): string => {
  const headers = ['Accept: application/json', 'Authorization: Bearer <access token>'];
  if (body) headers.push('Content-Type: application/json');
  return [
    `curl -X ${method} ${quoteForShell(baseUrl + encodeShellCharacters(target))}`,
    ...headers.map((header) => `-H ${quoteForShell(header)}`),
    ...(body ? [`--data-raw ${quoteForShell(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
};
