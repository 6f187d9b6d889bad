// `npm run release`: packs what an operator needs into release/console-<version>.tar.gz, with its SHA-256 beside it. The same
// commit gives the same bytes: sorted, owned by nobody, with the time of the commit.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const CONTENTS = [
  'dist',
  'release/prepare.mjs',
  'release/sbom.cdx.json',
  'deploy/nginx.conf',
  'deploy/start.sh',
  'deploy/kubernetes.yaml',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** @param {string} command @param {readonly string[]} args */
const run = (command, args) => {
  try {
    return execFileSync(command, args, { maxBuffer: 2 ** 28 });
  } catch {
    console.error(`${command} failed. A release needs git and tar, and a clone with a commit.`);
    process.exit(1);
  }
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `console-${version}`;
const time = run('git', ['log', '-1', '--format=%ct']).toString().trim();
const plain = run('tar', [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u+rw,go+r,go-w,a+X',
  `--mtime=@${time}`,
  `--transform=s,^,${name}/,`,
  '-cf',
  '-',
  ...CONTENTS,
]);
const archive = gzipSync(plain, { level: 9 });
const sum = createHash('sha256').update(archive).digest('hex');
writeFileSync(`release/${name}.tar.gz`, archive);
writeFileSync(`release/${name}.tar.gz.sha256`, `${sum}  ${name}.tar.gz\n`);
console.log(`release/${name}.tar.gz ${sum}`);
