// Finds a Chromium for the browser tests, or installs one: Playwright's own download first, else the system's packages.
import { spawnSync } from 'node:child_process';
import { hasBrowser } from './browser.mjs';

/** @param {string} command @param {string[]} args */
const run = (command, args) => {
  console.log(`> ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
};

const isRoot = process.getuid?.() === 0;
/** @param {string[]} args */
const apt = (args) => (isRoot ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]));

const install = () => {
  if (run('npx', ['playwright', 'install', 'chromium'])) {
    // A bare system may lack its libraries, which only root can install.
    if (process.platform === 'linux' && isRoot) run('npx', ['playwright', 'install-deps', 'chromium']);
    return;
  }
  if (process.platform === 'linux' && apt(['update'])) {
    apt(['install', '-y', 'chromium']);
    // Faster, but older distributions don't have it.
    apt(['install', '-y', 'chromium-headless-shell']);
  }
};

if (!hasBrowser()) install();
if (!hasBrowser()) {
  console.error('No Chromium found and none could be installed. Install one, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
