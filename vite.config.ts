import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sandbox } from './sandbox/plugin.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
/** What several parts of an area share. The console itself reads the board's settings. */
const AREA = /features\/(calls|webhooks)\/(?!board\/settings)/;

export default defineConfig({
  // Without Vite's fallback page: the sandbox knows the routes, and a missing file is a 404.
  appType: 'mpa',
  plugins: [react(), sandbox()],
  define: { 'import.meta.env.VERSION': JSON.stringify(version) },
  server: { port: 5173, strictPort: true, host: '127.0.0.1', cors: false },
  preview: { port: 4173, strictPort: true, host: '127.0.0.1', cors: false },
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    modulePreload: { polyfill: false },
    // A data: address would need a wider policy.
    assetsInlineLimit: 0,
    // All styles are 12 kB: split, each area would wait for files of its own.
    cssCodeSplit: false,
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      input: ['index.html', 'auth/silent.html'],
      output: {
        // Measured in docs/development/performance.md: without groups a start loads 31 files, with one shared chunk the code of all areas.
        codeSplitting: {
          includeDependenciesRecursively: false,
          minShareCount: 2,
          groups: [
            {
              name: 'start',
              tags: ['$initial'],
              priority: 4,
              test: (id) => !id.includes('auth/silent'),
              minShareCount: 1,
            },
            { name: 'forms', test: /hook-?form/, priority: 3 },
            { debugName: 'areas', name: (id) => AREA.exec(id)?.[1] ?? null, priority: 2 },
            { name: 'shared', priority: 1 },
          ],
        },
      },
    },
  },
});
