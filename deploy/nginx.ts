import { ASSETS, PAGES, SILENT } from './addresses.ts';
import { absentHeaders, productionHeaders } from './headers.ts';
import { createBlockWriter, escapeRegExp, type Served } from './served.ts';

const block = createBlockWriter('    ');

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);

/** For a `server` block of nginx, which may have other things at other paths. */
export const nginxConfig = ({ base, root, origins, moreHeaders }: Served): string => {
  const headersFor = (path: string) =>
    headerLines({ ...productionHeaders({ origins, path }), ...moreHeaders });
  const file = (location: string, path: string, name = '$uri') =>
    // Each location names all headers: nginx inherits none if a location has its own.
    block(`location ${location}`, [`try_files ${name} =404;`, ...headersFor(path)]);
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
      ...headersFor('/'),
      '',
      ...file(`~ "^${escapeRegExp(base)}${PAGES}"`, '/', `${base}index.html`),
      ...file(`= ${base}${SILENT}`, `/${SILENT}`, `${base}${SILENT}.html`),
      ...file(`= ${base}config.json`, '/config.json'),
      ...file(`^~ ${base}${ASSETS}`, `/${ASSETS}`),
      '# Never a web page instead of a file.',
      ...block(`location = ${absent}`, [
        'internal;',
        'default_type text/plain;',
        ...headerLines({ ...absentHeaders({ origins, path: '/' }), ...moreHeaders }),
        'return 404 "Not found.\\n";',
      ]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
};
