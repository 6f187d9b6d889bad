// Random use of the built console in a browser: npm run soak -- <minutes> [<seed>]
import { spawnSync } from 'node:child_process';

const [minutes = '5', seed] = process.argv.slice(2);
if (!(Number(minutes) > 0)) {
  console.error('npm run soak -- <minutes> [<seed>]');
  process.exit(1);
}
const { status } = spawnSync('npx', ['playwright', 'test', '--project=soak', '--workers=1'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, SOAK_MINUTES: minutes, ...(seed && { SOAK_SEED: seed }) },
});
process.exit(status ?? 1);
