import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const TAG = /<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"]+)"[^>]*>/g;
const CHECKED = /^<script\b|\brel="(?:stylesheet|modulepreload)"/;

/**
 * Names in every page what its scripts and stylesheets have to be (Subresource Integrity): the browser starts none that
 * a cache or a broken deployment has changed.
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
      // Once the files are as they are written.
      order: 'post',
      handler: (_options, bundle) => {
        const contentOf = (path: string): string | Uint8Array => {
          const built = bundle[path];
          if (built) return built.type === 'chunk' ? built.code : built.source;
          const copied = join(publicDir, path);
          if (!existsSync(copied)) throw new Error(`${path} is in a page and not in the build.`);
          return readFileSync(copied);
        };
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
          page.source = String(page.source).replace(TAG, (tag: string, path: string) => {
            if (!CHECKED.test(tag)) return tag;
            const hash = createHash('sha384').update(contentOf(path)).digest('base64');
            return tag.replace(/\s*\/?>$/, ` integrity="sha384-${hash}">`);
          });
        }
      },
    },
  };
};
