// What a release finds of the one before, in one browser: npm run test:upgrade -- [<git ref of the earlier release>]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** @param {string} command @param {string[]} args */
const run = (command, args, cwd = '.') => {
  const { status, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}`);
  return stdout.trim();
};

/** @param {string} root */
const readRelease = (root) => ({
  format: Number(
    /STORAGE_FORMAT = (\d+)/.exec(readFileSync(join(root, 'src/storage/format.ts'), 'utf8'))?.[1],
  ),
  version: String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version),
});
const present = readRelease('.');

/** The last tag, else the commit before the changelog names the present version. */
const findEarlier = () => {
  const [tag] = run('git', ['tag', '--merged', 'HEAD^', '--sort=-creatordate', 'v*']).split('\n');
  if (tag) return tag;
  const search = ['--reverse', '--format=%H', `-S## ${present.version}\n`, '--', 'CHANGELOG.md'];
  const [commit] = run('git', ['log', ...search]).split('\n');
  if (!commit) throw new Error('Name the earlier release: npm run test:upgrade -- <git ref>');
  return `${commit}^`;
};

const folder = mkdtempSync(join(tmpdir(), 'console-upgrade-'));

/** @param {string} source @param {string} name */
const build = (source, name) => {
  run('npx', ['vite', 'build', '--outDir', join(folder, name), '--emptyOutDir'], source);
  return join(folder, name);
};

/** The locked packages, without the version of the console itself. @param {string} root */
const readPackages = (root) => {
  const { '': _, ...packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return JSON.stringify(packages);
};

/** @param {string} ref */
const buildEarlier = (ref) => {
  const source = join(folder, 'earlier-source');
  run('git', ['worktree', 'add', '--detach', source, ref]);
  try {
    if (readPackages(source) === readPackages('.'))
      symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
    else run('npm', ['ci'], source);
    return { ...readRelease(source), name, folder: build(source, 'earlier'), migrated: '' };
  } finally {
    run('git', ['worktree', 'remove', '--force', source]);
  }
};

const MIGRATED = ' (migrated)';
const NOTES = `async (upgrade) => {
  const entries = upgrade.objectStore('entries');
  for (const entry of await entries.getAll())
    if (entry.note) await entries.put({ ...entry, note: entry.note + '${MIGRATED}' });
}`;

/** The present source with a raised format and its migrations: the release after the present one. */
const buildLater = () => {
  const source = join(folder, 'later-source');
  const format = present.format + 1;
  mkdirSync(source);
  const needed = run('git', ['ls-files', '--cached', '--others', '--exclude-standard']).split('\n');
  for (const path of needed) cpSync(path, join(source, path));
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
  /** @param {string} path @param {[RegExp, string][]} edits */
  const edit = (path, edits) => {
    let text = readFileSync(join(source, path), 'utf8');
    for (const [pattern, replacement] of edits) {
      if (!pattern.test(text)) throw new Error(`${path} has no ${pattern}`);
      text = text.replace(pattern, replacement);
    }
    writeFileSync(join(source, path), text);
  };
  edit('src/storage/format.ts', [
    [/STORAGE_FORMAT = \d+/, `STORAGE_FORMAT = ${format}`],
    [/\bcalls: \{/, `calls: { ${format}: ${NOTES},`],
    [/\blog: \{/, `log: { ${format}: keepAll,`],
  ]);
  return { ...present, name: `format ${format}`, folder: build(source, 'later'), format, migrated: MIGRATED };
};

const ref = process.argv[2] ?? findEarlier();
const name = run('git', ['describe', '--always', '--tags', ref]);
console.log(`> building ${name}, the present release, and one with a raised format`);
let status = 1;
try {
  const releases = [
    buildEarlier(ref),
    { ...present, name: 'the present release', folder: build('.', 'present'), migrated: '' },
    buildLater(),
  ];
  const tested = spawnSync('npx', ['playwright', 'test', '--project=upgrade', '--workers=1'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, UPGRADE_RELEASES: JSON.stringify(releases) },
  });
  status = tested.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
