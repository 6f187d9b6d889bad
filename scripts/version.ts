import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const INLINE = 'src/start-failure.ts';
const PLACE = `<!-- ${INLINE}: the build puts the script here -->`;

/** Of the names, which change with the content, and of the page. */
const hashBuild = (names: readonly string[], html: string): string =>
  createHash('sha256')
    .update([...names.toSorted(), html].join('\n'))
    .digest('hex')
    .slice(0, 12);

/**
 * Names version and build in index.html and in version.json, which open pages compare, and puts the script for failed
 * starts into the page itself: it must be there if no file is.
 */
export const version = (): Plugin => ({
  name: 'version',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html'];
      const inline = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(INLINE),
      );
      if (page?.type !== 'asset' || inline?.type !== 'chunk') throw new Error(`No index.html or ${INLINE}.`);
      delete bundle[inline.fileName];
      if (!String(page.source).includes(PLACE)) throw new Error(`index.html has no ${PLACE}.`);
      const html = String(page.source).replace(PLACE, () => `<script>${inline.code.trim()}</script>`);
      const { version: number } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const build = hashBuild(Object.keys(bundle), html + number);
      page.source = html.replace('data-base="/"', `$& data-version="${number}" data-build="${build}"`);
      const source = `${JSON.stringify({ version: number, build })}\n`;
      this.emitFile({ type: 'asset', fileName: 'version.json', source });
    },
  },
});
