import { ASSETS, PAGES, SILENT } from './addresses.ts';
import { absentHeaders, productionHeaders } from './headers.ts';
import { blocksOf, literally, type Served } from './served.ts';

const block = blocksOf('    ');

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);

/** What belongs into a `server` block of nginx: the console below its base path, and nothing of the server's other addresses. */
export const nginxConfig = ({ base, root, origins, more }: Served): string => {
  const headersOf = (path: string) => headerLines({ ...productionHeaders({ origins, path }), ...more });
  const file = (location: string, path: string, name = '$uri') =>
    // Each location names all headers: nginx inherits none once there is one.
    block(`location ${location}`, [`try_files ${name} =404;`, ...headersOf(path)]);
  const absent = `${base}.absent`;
  const lines = [
    ...(base === '/'
      ? []
      : block(`location = ${base.slice(0, -1)}`, ['absolute_redirect off;', `return 308 ${base};`])),
    ...block(`location ${base}`, [
      `root "${root}";`,
      'default_type application/octet-stream;',
      `error_page 403 404 ${absent};`,
      'try_files $uri =404;',
      ...headersOf('/'),
      '',
      ...file(`~ "^${literally(base)}${PAGES}"`, '/', `${base}index.html`),
      ...file(`= ${base}${SILENT}`, `/${SILENT}`, `${base}${SILENT}.html`),
      ...file(`= ${base}config.json`, '/config.json'),
      ...file(`^~ ${base}${ASSETS}`, `/${ASSETS}`),
      '# Never a web page in the place of a file.',
      ...block(`location = ${absent}`, [
        'internal;',
        'default_type text/plain;',
        ...headerLines({ ...absentHeaders({ origins, path: '/' }), ...more }),
        'return 404 "Not found.\\n";',
      ]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
};
