import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { integrityOf } from '../deploy/headers.ts';

const TAG = /<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"]+)"[^>]*>/g;
const FIRST_SCRIPT = /(?=<script\b)/;
/** It loads no late parts. */
const SILENT_PAGE = 'auth/silent.html';
const CHECKED = /^<script\b|\brel="(?:stylesheet|modulepreload)"/;

/**
 * Subresource Integrity: writes the hashes of scripts and stylesheets into every page, and those of late parts into an
 * import map. The browser refuses a file that a cache or a broken deployment has changed.
 */
export const integrity = (): Plugin => {
  let publicDir = '';
  return {
    name: 'integrity',
    apply: 'build',
    configResolved: (config) => {
      ({ publicDir } = config);
    },
    generateBundle: {
      // After all changes to the files.
      order: 'post',
      handler: (_options, bundle) => {
        const readContent = (path: string): string | Uint8Array => {
          const built = bundle[path];
          if (built) return built.type === 'chunk' ? built.code : built.source;
          const copied = join(publicDir, path);
          if (!existsSync(copied)) throw new Error(`A page names ${path}, which is not in the build.`);
          return readFileSync(copied);
        };
        const scripts = Object.keys(bundle).filter((name) => name.endsWith('.js'));
        const hashes = scripts.map((name) => [`/${name}`, integrityOf(readContent(name))] as const);
        const map = JSON.stringify({ integrity: Object.fromEntries(hashes) });
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
          page.source = String(page.source).replace(TAG, (tag: string, path: string) => {
            if (!CHECKED.test(tag)) return tag;
            return tag.replace(/\s*\/?>$/, ` integrity="${integrityOf(readContent(path))}">`);
          });
          if (page.fileName === SILENT_PAGE) continue;
          page.source = page.source.replace(
            FIRST_SCRIPT,
            () => `<script type="importmap">${map}</script>\n    `,
          );
        }
      },
    },
  };
};
