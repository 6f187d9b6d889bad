import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { byteBudget } from './bench/bytes.ts';
import { sandbox } from './sandbox/plugin.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ command }) => ({
  // No fallback of Vite's own: the sandbox plugin knows the routes, and an absent file is a real 404.
  appType: 'mpa',
  // The compiler where rows re-render by the second; elsewhere its output costs more bytes than it saves work.
  plugins: [
    react({ compiler: { sources: ['/calls/CallTable', '/calls/CallRow', '/calls/Ticking'] } }),
    sandbox(),
    byteBudget(),
  ],
  server: { port: 5173, strictPort: true, host: '127.0.0.1', cors: false },
  preview: { port: 4173, strictPort: true, host: '127.0.0.1', cors: false },
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:6]' : '[name]_[local]' } },
  build: {
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [file('index.html'), file('auth/silent.html')].filter((path) => existsSync(path)),
      output: {
        // Few files, each with all that it imports: they compress better than many, and none waits for another.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              priority: 2,
              test: /src[\\/](main|lib[\\/]timestamp|ui[\\/](Mark|Environment))\.tsx?$/,
            },
            {
              name: 'console',
              priority: 1,
              test: /src[\\/](app[\\/]Console|journal[\\/]recorded|ui[\\/](Log|Facts))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
}));
