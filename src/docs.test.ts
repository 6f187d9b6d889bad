import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'playwright/test';
import { parseConfig } from '#src/config.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { configReference } from '#src/testing/config-reference.ts';

const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name));
const PAGES = [...readdirSync('.'), 'sandbox/README.md', ...inDocs].filter((name) => name.endsWith('.md'));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

type Block = { page: string; language: string; text: string };

const blocks: Block[] = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```/gm)].map(
    ([, , language = '', text = '']) => ({ page, language, text }),
  ),
);
const blocksIn = (...languages: readonly string[]) =>
  blocks.filter(({ language }) => languages.includes(language));

/** The name of a heading in an address, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

test("npm run docs has written the configuration's reference", () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configReference());
});

test('every configuration in the docs passes the schema', () => {
  const configs: string[] = [];
  for (const { page, text } of blocksIn('json')) {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !('api' in value) || !('oidc' in value)) continue;
    configs.push(page);
    const parsed = parseConfig(value);
    expect(parsed.ok ? [] : parsed.problems, `${page}: ${text}`).toEqual([]);
  }
  expect(configs).toContain('README.md');
  expect(configs).toContain('docs/configuration.md');
});

test('every command in the docs runs something that exists', () => {
  const commands = blocksIn('sh', 'bash');
  expect(commands.length).toBeGreaterThan(2);
  for (const { page, text } of commands) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect(status, `${page}: ${stderr}`).toBe(0);
    for (const [, tool = ''] of text.matchAll(/\bnpx (?:--\S+ )*([\w@/-]+)/g)) {
      expect(existsSync(join('node_modules/.bin', tool)), `${page}: npx ${tool}`).toBe(true);
    }
    for (const [, file = ''] of text.matchAll(
      /\b(?:node|bash|sh) ((?:scripts|deploy|bench|sandbox)\/\S+)/g,
    )) {
      expect(existsSync(file), `${page}: ${file}`).toBe(true);
    }
  }
  // Also commands in a sentence or a table.
  for (const page of PAGES) {
    for (const [command, name = ''] of readFileSync(page, 'utf8').matchAll(/\bnpm run ([\w:.-]*\w)/g)) {
      expect(Object.keys(scripts), `${page}: ${command}`).toContain(name);
    }
  }
});

test('every link leads to a file and a heading', () => {
  const headings = (page: string) =>
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  for (const page of PAGES) {
    for (const [, to = ''] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(to)) continue;
      const [path = '', anchor] = to.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      expect(existsSync(target), `${page}: ${to}`).toBe(true);
      if (anchor !== undefined) expect(headings(target), `${page}: ${to}`).toContain(anchor);
    }
  }
});

test('every promise names tests that exist', () => {
  const promises = readFileSync('docs/development/promises.md', 'utf8').match(/^- .+$/gm) ?? [];
  expect(promises.length).toBeGreaterThan(20);
  for (const promise of promises) {
    const names = [...promise.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
    const files = names.filter((name) =>
      [`src/${name}.test.ts`, `${name}.test.ts`, name].some((path) => existsSync(path)),
    );
    expect([promise, files]).toEqual([promise, names]);
    expect(names, promise).not.toEqual([]);
  }
});

test('every source file that a page names exists', () => {
  const folders = ['src', 'sandbox', 'deploy', 'e2e', 'bench', 'scripts'];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/${folder}/${name}`),
  );
  const exists = (file: string) => existsSync(file) || sources.some((path) => path.endsWith(`/${file}`));
  for (const page of PAGES) {
    const files = [...readFileSync(page, 'utf8').matchAll(/`(\w[\w./-]*\.(?:tsx?|css))`/g)];
    expect([page, files.map(([, file = '']) => file).filter((file) => !exists(file))]).toEqual([page, []]);
  }
});

test('every name in the recipes exists', () => {
  const [, recipes = ''] = readFileSync('docs/development/architecture.md', 'utf8').split('## Recipes');
  const names = [...recipes.matchAll(/`([A-Za-z]\w*[A-Z_]\w*)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  const folders = ['src', 'sandbox', 'e2e', 'lint'];
  const code = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !name.endsWith('docs.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const words = new Set(code.join('\n').match(/\w+/g));
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});
