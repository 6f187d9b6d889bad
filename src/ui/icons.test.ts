import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

test('every icon name has its drawing', () => {
  expect(matches(read('./Icon.tsx'), /^ {2}\| '(.+?)'/gm)).toEqual(
    matches(read('./icons.svg'), /<symbol id="(.+?)"/g),
  );
});
