import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'playwright/test';

/** The project's linter on these files: `path: rule` of each that it refuses. */
const lint = (files: Record<string, string>): string[] => {
  // Outside of the project, because the linter skips its ignored files.
  const root = mkdtempSync(join(tmpdir(), 'rooms-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  for (const path of ['oxlint.config.mjs', 'lint']) cpSync(path, join(root, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  const words = ['--config', 'oxlint.config.mjs', '--format', 'json', 'src'];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), words, {
    cwd: root,
    encoding: 'utf8',
  });
  rmSync(root, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  return diagnostics.map(({ filename, code }) => `${filename}: ${code}`).toSorted();
};

const FETCHES = 'export const ask = () => fetch("/api/v3/call_status");';
const CALLS = 'export const read = (service: { readCall: () => void }) => service.readCall();';

test('refuses planted imports and calls', () => {
  const refused = lint({
    // It names the operations, and may fetch.
    'src/api/client.ts': readFileSync('src/api/client.ts', 'utf8'),
    'src/app/fetches.ts': FETCHES,
    'src/app/fetches-globally.ts': 'export const ask = () => globalThis.fetch("/");',
    'src/api/hooks.ts': CALLS,
    'src/app/calls.ts': CALLS,
    'src/app/chooses.ts':
      'export const pick = (service: Record<string, unknown>, add: boolean) => service[add ? "addWebhook" : "removeWebhook"];',
    'src/app/takes-out.ts':
      'export const take = ({ deleteProvider }: { deleteProvider: () => void }) => deleteProvider();',
    'src/features/new/area.ts': "export { high } from '#src/ui/high.ts';",
    'src/lib/homeless.ts': "export { away } from '#src/away/away.ts';",
    'src/away/away.ts': 'export const away = 1;',
    'src/lib/upwards.ts': "export { high } from '#src/ui/high.ts';",
    'src/ui/high.ts': 'export const high = 1;',
    'src/lib/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;",
    'src/lib/two.ts': "import type { One } from './one.ts';\nexport type Two = One;",
  });
  expect(refused).toEqual([
    'src/app/calls.ts: rooms(callers)',
    'src/app/chooses.ts: rooms(callers)',
    'src/app/fetches-globally.ts: eslint(no-restricted-properties)',
    'src/app/fetches.ts: eslint(no-restricted-globals)',
    'src/app/takes-out.ts: rooms(callers)',
    'src/features/new/area.ts: rooms(walls)',
    'src/lib/homeless.ts: rooms(walls)',
    'src/lib/one.ts: rooms(no-circle)',
    'src/lib/two.ts: rooms(no-circle)',
    'src/lib/upwards.ts: rooms(walls)',
  ]);
});
