import { expect, test } from 'playwright/test';
import { journalDatabase } from '#src/log/database.ts';
import { RunChanged, RunGone, writeCommit, writeNew, type Commit } from './run-commit.ts';
import { countsOf } from './run-rules.ts';
import { browserOf } from '#src/log/testing/journal-kit.ts';

const run = {
  id: 'r1',
  at: 1,
  operation: 'attach',
  source: '',
  total: 0,
  counts: countsOf([]),
  status: 'running',
  activeMs: 0,
  tab: 'a',
} as const;

const commitOf = (given: Pick<Commit, 'base' | 'revision' | 'by'>): Commit => ({
  run,
  blocks: new Map(),
  last: [],
  isStrict: false,
  isSole: false,
  ...given,
});

test('a tab may write over what it has written without ever hearing of it, and over nobody else’s word', async () => {
  const browser = browserOf();
  const { use, close } = journalDatabase('journal', 1000);
  const write = (commit: Commit) => use((db) => writeCommit(db, commit));
  const kept = () => use((db) => db.get('runs', 'r1'));
  // Not heard of: begun once more.
  for (let time = 0; time < 2; time += 1) await use((db) => writeNew(db, run, [], 'a'));
  await write(commitOf({ base: 1, revision: 2, by: 'a' }));
  await write(commitOf({ base: 2, revision: 3, by: 'a' }));
  await write(commitOf({ base: 2, revision: 4, by: 'a' }));
  expect(await kept()).toMatchObject({ revision: 4, by: 'a' });
  await expect(write(commitOf({ base: 3, revision: 5, by: 'b' }))).rejects.toThrow(RunChanged);
  await write(commitOf({ base: 4, revision: 5, by: 'b' }));
  await expect(write(commitOf({ base: 4, revision: 5, by: 'a' }))).rejects.toThrow(RunChanged);
  await expect(write(commitOf({ base: 4, revision: 6, by: 'a' }))).rejects.toThrow(RunChanged);
  expect(await kept()).toMatchObject({ revision: 5, by: 'b' });
  await use((db) => db.delete('runs', 'r1'));
  await expect(write(commitOf({ base: 5, revision: 6, by: 'b' }))).rejects.toThrow(RunGone);
  close();
  browser.end();
});
