// Writes docs/promises.md: which tests hold the console to what it promises, and how many cases they are. The tests are those
// that the runner itself lists. With --check it reads the report of `npm test` instead: each test that the page names has passed.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

/** @typedef {{ title: string, file: string, line: number, tests: { projectName: string, status: string }[] }} Spec */
/** @typedef {{ title: string, file: string, specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ suites: Suite[], errors: { message: string }[] }} Report */
/** @typedef {{ file: string, line: number, title: string, project: string, status: string }} Case */

const PAGE = 'docs/promises.md';
/** Suites apart from `npm test`, by the name of their project. Stories run in further engines are the same cases. */
/** @type {Record<string, string>} */
const APART = { providers: 'test:providers', servers: 'test:deploy' };
const OTHERS = new Set(['firefox', 'webkit', 'pictures', 'soak']);

/** @type {{ module: typeof import('../src/testing/promises/promises.ts') }} */
const { module } = await runnerImport('./src/testing/promises/promises.ts', { configFile: false });

/** @param {Suite} suite @param {string[]} path @returns {Case[]} */
const casesOf = ({ specs = [], suites = [] }, path = []) => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ projectName: project, status }) => ({
      file,
      line,
      title: [...path, title].join(' › '),
      project,
      status,
    })),
  ),
  ...suites.flatMap((suite) => casesOf(suite, suite.title === suite.file ? path : [...path, suite.title])),
];

/** @param {Report} report */
const allOf = ({ suites, errors }) => {
  for (const { message } of errors) throw new Error(message);
  return suites.flatMap((suite) => casesOf(suite)).filter(({ project }) => !OTHERS.has(project));
};

/** @param {Case[]} all @param {import('../src/testing/promises/promise.ts').ConsolePromise} promise */
const held = (all, { tests }) =>
  tests.map((each) => {
    const [file, ...titles] = typeof each === 'string' ? [each] : each;
    const cases = all.filter(
      (one) =>
        one.file === file && (titles.length === 0 || titles.some((title) => one.title.includes(title))),
    );
    return { file, titles, cases };
  });

/** As code, in which nothing counts as markup. @param {string} title */
const quoted = (title) => (title.includes('`') ? `\`\` ${title} \`\`` : `\`${title}\``);

/** What one statement makes stands once, by the first of its cases. @param {Case[]} cases */
const named = (cases) => {
  /** @type {Map<number, Case[]>} */
  const byLine = new Map();
  for (const one of cases) byLine.set(one.line, [...(byLine.get(one.line) ?? []), one]);
  return [...byLine.values()].map(
    (alike) =>
      `  - ${quoted(alike[0]?.title ?? '')}${alike.length > 1 ? ` and ${alike.length - 1} alike` : ''}`,
  );
};

const INTRODUCTION = `# Promises and their tests

What the console promises, the tests that hold it to that, and how many cases they are. A case is one test of the runner; of tests that one
statement makes from a table, the first stands for all. A test may stand under more than one promise. \`npm run promises\` writes this page from
\`src/testing/promises\` and the runner's list; \`.ci/run\` compares it with the report of the tests that have run, and fails where a test named here
is missing or has not passed. What a machine cannot try is skipped, with its reason.
`;

/** @param {Case[]} all */
const pageOf = (all) => {
  const lines = [INTRODUCTION];
  for (const [area, promises] of Object.entries(module.PROMISES)) {
    lines.push(`## ${area}\n`);
    for (const promise of promises) {
      const files = held(all, promise);
      const count = files.reduce((sum, { cases }) => sum + cases.length, 0);
      lines.push(`### ${promise.id}. ${promise.promise}\n`, `${count} ${count === 1 ? 'case' : 'cases'}.\n`);
      for (const { file, cases } of files) {
        const apart = APART[cases[0]?.project ?? ''];
        lines.push(
          `- [${file}](../${file})${apart ? `, by \`npm run ${apart}\`` : ''}: ${cases.length}`,
          ...named(cases),
        );
      }
      lines.push('', ...(promise.untested ? [`Not tested: ${promise.untested}\n`] : []));
    }
  }
  return lines.join('\n');
};

const list = () => {
  const { stdout } = spawnSync('npx', ['playwright', 'test', '--list', '--reporter=json'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return allOf(JSON.parse(stdout));
};

/** What the page says and the report of a run does not. @param {Case[]} run */
const faultsOf = (run) => {
  const page = readFileSync(PAGE, 'utf8');
  const faults = [];
  for (const promise of Object.values(module.PROMISES).flat()) {
    const [, section = ''] = page.split(`\n### ${promise.id}. `);
    const files = held(run, promise).filter(({ file }) => !/\.story\.ts$|\/servers\//.test(file));
    for (const { file, titles, cases } of files) {
      const what = `${promise.id}: ${[file, ...titles].join(' › ')}`;
      if (cases.length === 0) faults.push(`${what}: no such test has run`);
      for (const { title, status } of cases) {
        // It gives its reason, which the closing lines repeat.
        if (status === 'skipped') console.log(`${what}: “${title}” was skipped`);
        else if (status === 'unexpected') faults.push(`${what}: “${title}” has not passed`);
      }
      const [, said = '0'] =
        new RegExp(`\\[${file.replaceAll('.', '\\.')}\\]\\([^)]+\\): (\\d+)`).exec(section) ?? [];
      if (Number(said) > cases.length)
        faults.push(`${what}: the page says ${said}, and ${cases.length} have run`);
    }
    if (!section.startsWith(promise.promise)) faults.push(`${promise.id}: the page says something else`);
  }
  return faults;
};

if (process.argv.includes('--check')) {
  const faults = faultsOf(allOf(JSON.parse(readFileSync('test-results/report.json', 'utf8'))));
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) console.log(`${PAGE} says more than the tests: npm run promises`);
  process.exit(faults.length > 0 ? 1 : 0);
}
const all = list();
let isEmpty = false;
for (const promise of Object.values(module.PROMISES).flat()) {
  for (const { file, titles, cases } of held(all, promise)) {
    if (cases.length > 0) continue;
    isEmpty = true;
    console.log(`${promise.id}: no test ${[file, ...titles].join(' › ')}`);
  }
}
writeFileSync(PAGE, pageOf(all));
process.exit(isEmpty ? 1 : 0);
