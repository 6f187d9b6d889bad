import { ASSETS, OWN_PAGES, PAGES } from './addresses.ts';
import { absentHeaders, productionHeaders } from './headers.ts';
import { createBlockWriter, escapeRegExp, quote, type Served } from './served.ts';

const block = createBlockWriter('    ');

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} ${quote(value)} always;`);

/** For the `http` block. `$uri` is the file that was served: without a call's ID, and without a sign-in's code. */
export const nginxLog = `log_format console '$time_iso8601 $remote_addr $request_method $uri $status $body_bytes_sent $request_time';
`;

/** Both files are read by the server itself: a check of their existence passes if it may not read them. */
const healthLocations = (base: string, root: string): string[] => {
  const files = ['index.html', 'config.json'];
  const at = (step: number | 'failed') => `@${base}healthz-${step}`;
  const subrequest = (name: string) => `${base}.readable/${name}`;
  return [
    ...block(`location = ${base}healthz`, ['access_log off;', `try_files /.none ${at(0)};`]),
    ...files.flatMap((name, step) => [
      ...block(`location ${at(step)}`, [
        'access_log off;',
        `auth_request ${subrequest(name)};`,
        `error_page 403 500 ${at('failed')};`,
        `try_files /.none ${at(step + 1)};`,
      ]),
      ...block(`location = ${subrequest(name)}`, [
        'internal;',
        `root "${root}";`,
        `try_files ${base}${name} =403;`,
      ]),
    ]),
    ...block(`location ${at(files.length)}`, [
      'access_log off;',
      'default_type text/plain;',
      'add_header Cache-Control no-store always;',
      'return 200 "ok\\n";',
    ]),
    ...block(`location ${at('failed')}`, [
      'default_type text/plain;',
      'add_header Cache-Control no-store always;',
      'return 503 "index.html or config.json cannot be read.\\n";',
    ]),
  ];
};

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
      : block(`location = ${base.slice(0, -1)}`, [
          'server_tokens off;',
          'absolute_redirect off;',
          ...headerLines(moreHeaders),
          `return 308 ${base}$is_args$args;`,
        ])),
    ...block(`location ${base}`, [
      `root "${root}";`,
      'server_tokens off;',
      'default_type application/octet-stream;',
      `error_page 403 404 ${absent};`,
      'try_files $uri =404;',
      ...headersFor('/'),
      '',
      ...file(`~ "^${escapeRegExp(base)}${PAGES}"`, '/', `${base}index.html`),
      ...OWN_PAGES.flatMap((page) =>
        file(`~ "^${escapeRegExp(base)}${page}/?$"`, `/${page}`, `${base}${page}.html`),
      ),
      ...file(`= ${base}config.json`, '/config.json'),
      ...file(`= ${base}version.json`, '/version.json'),
      ...file(`^~ ${base}${ASSETS}`, `/${ASSETS}`),
      '# Never a web page instead of a file.',
      ...block(`location = ${absent}`, [
        'internal;',
        'default_type text/plain;',
        ...headerLines({ ...absentHeaders({ origins, path: '/' }), ...moreHeaders }),
        'return 404 "Not found.\\n";',
      ]),
    ]),
    ...healthLocations(base, root),
  ];
  return `${lines.join('\n')}\n`;
};
