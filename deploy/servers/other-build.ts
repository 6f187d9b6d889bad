import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PAGES } from '../addresses.ts';
import { integrityOf } from '../headers.ts';
import { freshFolder } from './server-kit.ts';

const hash = (path: string): string => integrityOf(readFileSync(path));

/** A copy of dist/ in which every asset has another name, as in the next release. */
export const makeOtherBuild = (suffix: string): string => {
  const folder = freshFolder(`build-${suffix}`);
  cpSync('dist', folder, { recursive: true });
  const assets = join(folder, 'assets');
  for (const name of readdirSync(assets)) if (/\.(?:br|gz)$/.test(name)) rmSync(join(assets, name));
  const names = readdirSync(assets);
  const rename = (name: string) => name.replace(/\.\w+$/, `${suffix}$&`);
  const pages = ['index', ...OWN_PAGES].map((name) => join(folder, `${name}.html`));
  for (const path of [...pages, ...names.map((name) => join(assets, name))]) {
    if (!/\.(?:html|js|css)$/.test(path)) continue;
    const text = names.reduce((all, name) => all.replaceAll(name, rename(name)), readFileSync(path, 'utf8'));
    writeFileSync(path, text);
  }
  for (const name of names) renameSync(join(assets, name), join(assets, rename(name)));
  for (const page of pages) {
    const html = readFileSync(page, 'utf8')
      .replaceAll(
        /((?:src|href)="\/([^"]+)"[^>]*integrity=")[^"]+/g,
        (_, before: string, path: string) => before + hash(join(folder, path)),
      )
      .replaceAll(
        /"\/(assets\/[^"]+)":"[^"]+"/g,
        (_, path: string) => `"/${path}":"${hash(join(folder, path))}"`,
      )
      .replace(/data-build="\w+"/, `data-build="${suffix}"`);
    writeFileSync(page, html);
  }
  writeFileSync(join(folder, 'version.json'), JSON.stringify({ version: '9.9.9', build: suffix }));
  return folder;
};
