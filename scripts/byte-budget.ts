import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const BYTES_PER_KB = 1000;
/** By brotli 9 (11 takes seconds for 3 % less). Generous, to catch accidents only. */
const MAX_KB = { signedOut: 100, start: 200, css: 20 };

type File = Rolldown.OutputChunk | Rolldown.OutputAsset;

const brotliBytes = (file: File): number =>
  brotliCompressSync(file.type === 'chunk' ? file.code : file.source, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  }).length;

/** The files that the page names, and those that `first-parts` has added for each route. */
const readPage = (html: string) => ({
  files: [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name),
  parts: JSON.parse(/data-parts='([^']*)'/.exec(html)?.[1] ?? '{}') as Record<string, string[]>,
});

/** Fails the build if a start loads more than its budget. */
export const byteBudget = (): Plugin => ({
  name: 'byte-budget',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('There is no index.html.');
      const { files, parts } = readPage(String(page.source));
      const sizes = new Map<string, number>();
      const total = (names: readonly string[]): number =>
        [...new Set(names)].reduce((sum, name) => {
          const file = bundle[name];
          if (!file) throw new Error(`A page names ${name}, which is not in the build.`);
          const size = sizes.get(name) ?? brotliBytes(file);
          sizes.set(name, size);
          return sum + size;
        }, 0);
      const scripts = files.filter((name) => name.endsWith('.js'));
      const areas = Object.keys(parts).filter((part) => !['', 'sign-in'].includes(part));
      const lines = [
        { what: 'styles', bytes: total(files.filter((name) => name.endsWith('.css'))), maxKb: MAX_KB.css },
        { what: 'scripts, signed out', bytes: total(scripts), maxKb: MAX_KB.signedOut },
        ...areas.map((area) => {
          const own = Object.keys(parts).filter((part) => part === 'sign-in' || area.startsWith(part));
          const bytes = total([...scripts, ...own.flatMap((part) => parts[part] ?? [])]);
          return { what: `scripts, ${area}`, bytes, maxKb: MAX_KB.start };
        }),
      ];
      for (const { what, bytes, maxKb } of lines)
        this.info(`${what}: ${(bytes / BYTES_PER_KB).toFixed(1)} of ${maxKb} kB brotli`);
      const over = lines.filter(({ bytes, maxKb }) => bytes > maxKb * BYTES_PER_KB);
      if (over.length > 0) this.error(`Over the byte budget: ${over.map(({ what }) => what).join('; ')}`);
    },
  },
});
