import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { byteBudget } from './scripts/byte-budget.ts';
import { sandbox } from './sandbox/plugin.ts';
import { firstParts } from './scripts/first-parts.ts';
import { integrity } from './scripts/integrity.ts';
import { setupPage } from './scripts/setup-page.ts';
import { version } from './scripts/version.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** They must load nothing of the console. */
const STANDALONE_ENTRIES = /\/(src\/(first|start-failure)\.ts|(src\/)?auth\/silent\.(ts|html))/;

/** The modules that a group imports stay outside of it. */
const WITHOUT_IMPORTS = { includeDependenciesRecursively: false };

/** For the console, and for the setup page, which is built apart. */
const shared = {
  experimental: {
    // Scripts and styles use relative addresses, so one build serves under any path, and only its pages name it.
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }),
  },
  css: {
    modules: {
      // Such as `Frame_rail`: the pages use these names too, for what they show before React draws.
      generateScopedName: (name, path) => `${basename(path.split('?')[0] ?? '', '.module.css')}_${name}`,
    },
  },
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // Not needed by these browsers.
    modulePreload: { polyfill: false },
    // A data: address would need a wider policy.
    assetsInlineLimit: 0,
    // All styles are 12 kB: split, each area would wait for files of its own.
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
} satisfies UserConfig;

export default defineConfig({
  ...shared,
  // Without Vite's fallback page: the sandbox plugin knows the routes, and a missing file is a 404.
  appType: 'mpa',
  plugins: [
    react(),
    sandbox(),
    setupPage({ ...shared, plugins: [react()] }),
    byteBudget(),
    firstParts(),
    version(),
    integrity(),
  ],
  server: { port: 5173, strictPort: true, host: '127.0.0.1', cors: false },
  preview: { port: 4173, strictPort: true, host: '127.0.0.1', cors: false },
  build: {
    ...shared.build,
    // Of the packages in the build.
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      input: [
        file('index.html'),
        file('auth/silent.html'),
        file('src/first.ts'),
        file('src/start-failure.ts'),
      ],
      output: {
        // One other character would make V8 keep a whole file with two bytes a character.
        charset: 'ascii',
        // An area is four to six files, because over HTTP/1.1 a browser sends six requests at once. Code that only some
        // pages need has its own file.
        codeSplitting: {
          groups: [
            // The first requests leave without it, so it is no part of `start`.
            {
              name: 'renderer',
              test: /node_modules\/(?:react-dom\/(?:cjs\/react-dom-)?client|scheduler\/)/,
              priority: 7,
              ...WITHOUT_IMPORTS,
            },
            { name: 'start', tags: ['$initial'], test: (id) => !STANDALONE_ENTRIES.test(id), priority: 6 },
            {
              name: 'forms',
              test: /node_modules\/(?:react-hook-form|@hookform)\//,
              priority: 5,
              ...WITHOUT_IMPORTS,
            },
            {
              name: 'table',
              test: /src\/ui\/table\//,
              priority: 4,
              ...WITHOUT_IMPORTS,
            },
            {
              name: 'runs',
              test: /src\/(?:features\/webhooks\/(?:run\/(?!sent-runs)|draft\/)|lists\/)/,
              minShareCount: 2,
              priority: 3,
              ...WITHOUT_IMPORTS,
            },
            {
              name: 'summary',
              test: /src\/features\/calls\/(?:summary\/|Wall\.tsx)/,
              priority: 3,
              ...WITHOUT_IMPORTS,
            },
            {
              name: 'sent',
              test: /src\/(?:log\/(?!open-run|workspace|log-writes)|features\/webhooks\/(?!change\/paths))/,
              minShareCount: 2,
              priority: 2,
              ...WITHOUT_IMPORTS,
            },
            {
              name: 'board',
              test: /src\/features\/calls\/(?!board\/settings)/,
              minShareCount: 2,
              priority: 2,
              ...WITHOUT_IMPORTS,
            },
            { name: 'shared', minShareCount: 2, maxModuleSize: 60_000, priority: 1, ...WITHOUT_IMPORTS },
          ],
        },
      },
    },
  },
});
