import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'playwright/test';

const hashFiles = (root: string): Record<string, string> => {
  const entries = ['dist', 'release'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  );
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths
      .toSorted()
      .map((path) => [relative(root, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
};

test('a second build elsewhere is the same to the byte', () => {
  test.setTimeout(180_000);
  const copy = join(process.cwd(), 'test-results', 'second-build');
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
  for (const path of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(path, join(copy, path));
  }
  execFileSync('cp', ['-al', 'node_modules', copy]);
  execFileSync('npm', ['run', 'build'], {
    cwd: copy,
    env: { ...process.env, TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    stdio: 'pipe',
  });
  const first = hashFiles('.');
  expect(Object.keys(first).length).toBeGreaterThan(50);
  expect(hashFiles(copy)).toEqual(first);
  rmSync(copy, { recursive: true, force: true });
});

type Component = { name: string; version: string; hashes: { alg: string; content: string }[]; purl: string };

const readComponents = (): Component[] => {
  const bill = JSON.parse(readFileSync('release/sbom.cdx.json', 'utf8')) as {
    bomFormat: string;
    specVersion: string;
    components: Component[];
  };
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.6']);
  return bill.components;
};

test('the bill of materials has a hash for each package', () => {
  const components = readComponents();
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  for (const { name, version, hashes, purl } of components) {
    const integrity = `sha512-${Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')}`;
    expect({ version, integrity }).toEqual({
      version: packages[`node_modules/${name}`]?.version,
      integrity: packages[`node_modules/${name}`]?.integrity,
    });
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
});

test('each shipped package comes with its license', () => {
  const licenses = JSON.parse(readFileSync('dist/licenses.json', 'utf8')) as {
    name: string;
    identifier: string;
    text?: string;
  }[];
  expect(licenses.map(({ name }) => name)).toEqual(readComponents().map(({ name }) => name));
  for (const { name, identifier, text } of licenses) {
    expect([name, identifier]).toEqual([name, expect.stringMatching(/^(MIT|ISC|Apache-2\.0|Unlicense)$/)]);
    // The public domain needs no notice.
    if (identifier !== 'Unlicense') expect(text).toMatch(/Copyright/i);
  }
});
