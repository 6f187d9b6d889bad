import { ASSETS, PAGES, SILENT } from './addresses.ts';
import { absentHeaders, productionHeaders } from './headers.ts';
import { blocksOf, literally, type Served } from './served.ts';

const block = blocksOf('\t');

const FILE_SERVER = block('file_server', ['precompressed br gzip', 'disable_canonical_uris']);

/** What belongs into a site of a Caddyfile: the console below its base path, and nothing of the site's other addresses. */
export const caddyConfig = ({ base, root, origins, more }: Served): string => {
  const common = { ...productionHeaders({ origins, path: '/' }), ...more };
  /** Those of a path that differ from what was set for all. */
  const headersOf = (headers: Record<string, string>) => {
    const own = Object.entries(headers).filter(([name, value]) => common[name] !== value);
    return own.map(([name, value]) => `header ${name} "${value}"`);
  };
  const files = (name: string, matching: readonly string[], path: string, file?: string) => [
    ...block(`@${name}`, matching),
    ...block(`handle @${name}`, [
      ...headersOf(productionHeaders({ origins, path })),
      ...(file === undefined ? [] : [`rewrite * ${base}${file}`]),
      ...FILE_SERVER,
    ]),
  ];
  const lines = [
    ...(base === '/' ? [] : [`redir ${base.slice(0, -1)} ${base} 308`]),
    ...block(`handle ${base}*`, [
      `root * "${root}"`,
      // Apart: a block with a deletion would be set last, over what is set below.
      'header -Server',
      ...block(
        'header',
        Object.entries(common).map(([name, value]) => `${name} "${value}"`),
      ),
      ...files('pages', [`path_regexp ^${literally(base)}${PAGES}`], '/', 'index.html'),
      ...files('silent', [`path ${base}${SILENT}`], `/${SILENT}`, `${SILENT}.html`),
      ...files('config', [`path ${base}config.json`], '/config.json'),
      ...files('assets', [`path ${base}${ASSETS}*`, 'not path */', 'file'], `/${ASSETS}`),
      ...files('files', [`not path ${base}${ASSETS}* */`, 'file'], '/'),
      '# Never a web page in the place of a file.',
      ...block('handle', [...headersOf(absentHeaders({ origins, path: '/' })), 'respond "Not found." 404']),
    ]),
  ];
  return `${lines.join('\n')}\n`;
};
