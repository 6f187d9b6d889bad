import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { byteBudget } from './bench/bytes.ts';
import { sandbox } from './sandbox/plugin.ts';
import { integrity } from './scripts/integrity.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // No fallback of Vite's own: the sandbox plugin knows the routes, and an absent file is a real 404.
  appType: 'mpa',
  plugins: [react(), sandbox(), byteBudget(), integrity()],
  server: { port: 5173, strictPort: true, host: '127.0.0.1', cors: false },
  preview: { port: 4173, strictPort: true, host: '127.0.0.1', cors: false },
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // Every supported browser preloads modules itself; the page of a silent sign-in would load the polyfill alone.
    modulePreload: { polyfill: false },
    // A data: address would need a wider policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [file('index.html'), file('auth/silent.html')],
    },
  },
});
