import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sandbox } from './sandbox/plugin.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

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
        // Measured: 6 files and 178 kB (brotli) for Calls; without groups 55 files.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2, test: (id) => !id.includes('auth/silent') },
            { name: 'shared', minShareCount: 2, priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
