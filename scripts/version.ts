import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const INLINE = 'src/start-failure.ts';
const PLACE = `<!-- ${INLINE}: the build puts the script here -->`;
const PAGES = ['index.html', 'setup.html'];

/** Of the names, which change with the content, and of the pages. */
const hashBuild = (names: readonly string[], pages: readonly string[]): string =>
  createHash('sha256')
    .update([...names.toSorted(), ...pages].join('\n'))
    .digest('hex')
    .slice(0, 12);

/**
 * Names version and build in the pages and in version.json, which open pages compare, and puts the script for failed
 * starts into the pages themselves: it must be there if no file is.
 */
export const version = (): Plugin => ({
  name: 'version',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const pages = PAGES.flatMap((name) => {
        const page = bundle[name];
        return page?.type === 'asset' && String(page.source).includes(PLACE) ? [page] : [];
      });
      const inline = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(INLINE),
      );
      if (pages.length < PAGES.length) throw new Error(`${PAGES.join(' or ')} has no ${PLACE}.`);
      if (inline?.type !== 'chunk') throw new Error(`No ${INLINE}.`);
      delete bundle[inline.fileName];
      for (const page of pages)
        page.source = String(page.source).replace(PLACE, () => `<script>${inline.code.trim()}</script>`);
      const { version: number } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const build = hashBuild(Object.keys(bundle), [...pages.map((page) => String(page.source)), number]);
      for (const page of pages)
        page.source = String(page.source).replace(
          'data-base="/"',
          `$& data-version="${number}" data-build="${build}"`,
        );
      const source = `${JSON.stringify({ version: number, build })}\n`;
      this.emitFile({ type: 'asset', fileName: 'version.json', source });
    },
  },
});
