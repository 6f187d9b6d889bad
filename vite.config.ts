import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { byteBudget } from './bench/bytes.ts';
import { sandbox } from './sandbox/plugin.ts';
import { integrity } from './scripts/integrity.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Dynamic imports as they are. Vite's helper loads the styles and imports of a part ahead of it; here all styles are one
 * file and a part has next to no imports of its own, so its 0.9 kB would weigh on every page for nothing.
 */
const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: { filter: { id: /preload-helper/ }, handler: () => 'export const __vitePreload = (load) => load();' },
});

export default defineConfig(({ command }) => ({
  // No fallback of Vite's own: the sandbox plugin knows the routes, and an absent file is a real 404.
  appType: 'mpa',
  plugins: [plainImports(), react(), sandbox(), byteBudget(), integrity()],
  server: { port: 5173, strictPort: true, host: '127.0.0.1', cors: false },
  preview: { port: 4173, strictPort: true, host: '127.0.0.1', cors: false },
  // The router brings a stand-in for what React itself has had since 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': file('src/lib/use-sync-external-store.ts') } },
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:5]' : '[name]_[local]' } },
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [file('index.html'), file('auth/silent.html')].filter((path) => existsSync(path)),
      output: {
        // Few files, each with all that it imports: they compress better than many, and none waits for another.
        // The name of a part stands in those that load it: 0.2 kB at the start for nothing but looks.
        chunkFileNames: ({ name }) =>
          /^(start|rolldown)/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
        codeSplitting: {
          groups: [
            {
              name: 'start',
              priority: 3,
              test: /src[\\/](main|lib[\\/](timestamp|count)|ui[\\/](Mark|Environment))\.tsx?$/,
            },
            { name: 'idb', priority: 2, test: /node_modules[\\/]idb[\\/]/ },
            {
              name: 'answers',
              priority: 2,
              test: /src[\\/](api[\\/]describe|lib[\\/](duration|flatten|bytes))\.ts$/,
            },
            {
              name: 'tables',
              priority: 0.5,
              test: /src[\\/](lib[\\/]windowing|ui[\\/](Tally|Table))\.(tsx?|module\.css)/,
            },
            {
              name: 'calls',
              priority: 1,
              test: /src[\\/]features[\\/]calls[\\/](CallsPage|board)\.tsx?$/,
            },
            {
              name: 'watched',
              test: /src[\\/]features[\\/]calls[\\/](BoardView|Controls|CallDetail)\.tsx?$/,
            },
            {
              name: 'console',
              priority: 2,
              test: /src[\\/](app[\\/]Console|journal[\\/]recorded|ui[\\/](Log|Facts|Title|catch-input))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
}));
