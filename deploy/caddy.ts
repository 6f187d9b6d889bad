import { ASSETS, PAGES, SILENT } from './addresses.ts';
import { absentHeaders, productionHeaders } from './headers.ts';
import { createBlockWriter, escapeRegExp, type Served } from './served.ts';

const block = createBlockWriter('\t');

const FILE_SERVER = block('file_server', ['precompressed br gzip', 'disable_canonical_uris']);

/** For a site of a Caddyfile, which may have other things at other paths. */
export const caddyConfig = ({ base, root, origins, moreHeaders }: Served): string => {
  const common = { ...productionHeaders({ origins, path: '/' }), ...moreHeaders };
  const differingHeaders = (headers: Record<string, string>) => {
    const own = Object.entries(headers).filter(([name, value]) => common[name] !== value);
    return own.map(([name, value]) => `header ${name} "${value}"`);
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
    ...(base === '/' ? [] : [`redir ${base.slice(0, -1)} ${base} 308`]),
    ...block(`handle ${base}*`, [
      `root * "${root}"`,
      // In a block, a deletion would make Caddy set its headers last, over those set below.
      'header -Server',
      ...block(
        'header',
        Object.entries(common).map(([name, value]) => `${name} "${value}"`),
      ),
      ...files('pages', [`path_regexp ^${escapeRegExp(base)}${PAGES}`], '/', 'index.html'),
      ...files('silent', [`path ${base}${SILENT}`], `/${SILENT}`, `${SILENT}.html`),
      ...files('config', [`path ${base}config.json`], '/config.json'),
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
