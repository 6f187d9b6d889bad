import { ASSETS, OWN_PAGES, PAGES } from './addresses.ts';
import { absentHeaders, productionHeaders } from './headers.ts';
import { createBlockWriter, escapeRegExp, quote, type Served } from './served.ts';

const block = createBlockWriter('\t');

const FILE_SERVER = block('file_server', ['precompressed br gzip', 'disable_canonical_uris']);

/** For a site: the log without calls' IDs, queries (which have the code of a sign-in) and headers. */
export const caddyLog = `${block('log', [
  ...block('format filter', [
    'wrap json',
    ...block('fields', [
      String.raw`request>uri regexp "(/calls/)[^?]*|\?.*" "$\{1}"`.replace('\\{', '{'),
      'request>headers delete',
      'resp_headers delete',
    ]),
  ]),
]).join('\n')}
`;

/** Both files are read: a check of their existence passes if the server may not read them. `include` also parses `{{`. */
const health = (base: string): string[] =>
  block(`handle ${base}healthz`, [
    'header Content-Type "text/plain; charset=utf-8"',
    'header Cache-Control no-store',
    'templates',
    `respond \`{{if and (include "${base}index.html") (include "${base}config.json")}}ok{{end}}\` 200`,
  ]);

const redirect = (base: string, headers: readonly string[]): string[] => {
  if (base === '/') return [];
  const bare = base.slice(0, -1);
  return block(`handle ${bare}`, [
    ...headers,
    '@query expression {query} != ""',
    `redir @query ${base}?{query} 308`,
    `redir * ${base} 308`,
  ]);
};

/** For a site of a Caddyfile, which may have other things at other paths. */
export const caddyConfig = ({ base, root, origins, moreHeaders }: Served): string => {
  const common = { ...productionHeaders({ origins, path: '/' }), ...moreHeaders };
  const differingHeaders = (headers: Record<string, string>) => {
    const own = Object.entries(headers).filter(([name, value]) => common[name] !== value);
    return own.map(([name, value]) => `header ${name} ${quote(value)}`);
  };
  const files = (name: string, matching: readonly string[], path: string, file?: string) => [
    ...block(`@${name}`, matching),
    ...block(`handle @${name}`, [
      ...differingHeaders(productionHeaders({ origins, path })),
      ...(file === undefined ? [] : [`rewrite * ${base}${file}`]),
      ...FILE_SERVER,
    ]),
  ];
  const lines = [
    ...redirect(base, [
      'header -Server',
      ...Object.entries(moreHeaders).map(([name, value]) => `header ${name} ${quote(value)}`),
    ]),
    ...block(`handle ${base}*`, [
      `root * "${root}"`,
      // In a block, a deletion would make Caddy set its headers last, over those set below.
      'header -Server',
      ...health(base),
      ...block(
        'header',
        Object.entries(common).map(([name, value]) => `${name} ${quote(value)}`),
      ),
      ...files('pages', [`path_regexp ^${escapeRegExp(base)}${PAGES}`], '/', 'index.html'),
      ...OWN_PAGES.flatMap((page) =>
        files(page.replace('/', '-'), [`path ${base}${page} ${base}${page}/`], `/${page}`, `${page}.html`),
      ),
      ...files('config', [`path ${base}config.json ${base}version.json`], '/config.json'),
      ...files('assets', [`path ${base}${ASSETS}*`, 'not path */', 'file'], `/${ASSETS}`),
      ...files('files', [`not path ${base}${ASSETS}* */`, 'file'], '/'),
      '# Never a web page instead of a file.',
      ...block('handle', [
        ...differingHeaders(absentHeaders({ origins, path: '/' })),
        'respond "Not found." 404',
      ]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
};
