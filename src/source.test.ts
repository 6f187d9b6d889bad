import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
};
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|(^|[\\/])testing[\\/]/.test(name),
);
const code = files.map((name) => {
  const text = readFileSync(`src/${name}`, 'utf8');
  return { name, text: text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '') };
});
const holding = (pattern: RegExp) => code.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('never turns text into code or markup', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(
    holding(/\beval\(|\bnew Function\b|[iI]nnerHTML|outerHTML|insertAdjacentHTML|document\.write/),
  ).toEqual([]);
});

test('no link leads to an address from outside', () => {
  // `url`: of another environment, as configured.
  const own =
    /^(?:url$|`\$\{(?:BASE|sprite)\}|#main$|`#\$|(?:`\$\{)?(?:get|format)\w+Path\(|[A-Z_]+_PATH(?: \+ query)?$|BASE$|area\.path$|path$|home$|href$)/;
  const links = code.flatMap(({ name, text }) =>
    [...text.matchAll(/\shref=(?:\{([^\n]+?)\}[\s>]|"([^"]*)")/g)].map(([, made, fixed]) => ({
      name,
      to: made ?? fixed ?? '',
    })),
  );
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter(({ to }) => !own.test(to))).toEqual([]);
});

test('ships few packages and no development tools', () => {
  const names = Object.keys(dependencies);
  expect(names.length).toBeLessThanOrEqual(13);
  expect(names.filter((name) => /devtools|debug/.test(name))).toEqual([]);
  // The sign-in library can print tokens.
  expect(holding(/\bLog\.(?:setLevel|setLogger)|devtools/i)).toEqual([]);
});
