import { expect, test } from 'playwright/test';
import { losableConnections, removeRuns } from '#src/log/testing/journal-kit.ts';
import { begin, endBrowsers, ended, gatedBrowser, pairsOf, runOf, underWay } from './testing/runner-kit.ts';

// Storage that loses the run.

test.afterEach(endBrowsers);

test('a run that is taken away while it is sent goes on nowhere, and nothing of it is sent twice', async () => {
  const { tab: a, id, answers, ...lab } = await underWay(12);
  const b = lab.openTab();
  await expect.poll(() => b.runner.current()?.record.run().id).toBe(id);
  await removeRuns();
  answers.letGo(2);
  await expect.poll(async () => (await runOf(a, id))?.pause?.why).toBe('storage');
  answers.open();
  await ended(a);
  for (const { runner } of [b, a, b]) expect(await runner.resume(id)).toBe('unreadable');
  // All that is known of it is still shown, and can be exported.
  expect(await runOf(a, id)).toMatchObject({ counts: { accepted: 4, queued: 8 } });
  expect(lab.calls).toHaveLength(4);
  // Another one can begin.
  await begin(a, pairsOf(2));
  await expect.poll(() => lab.calls.length).toBe(6);
});

test('a tab whose storage comes back without the run sends nothing of it', async () => {
  const { answers, ...lab } = gatedBrowser();
  const connections = losableConnections();
  try {
    const a = lab.openTab({ storageRetryMs: 20 });
    const id = await begin(a, pairsOf(12));
    await expect.poll(() => answers.waiting()).toBe(4);
    const restore = connections.loseFirst();
    a.runner.pause(id);
    answers.open();
    await expect.poll(async () => (await runOf(a, id))?.counts.accepted).toBe(4);
    const b = lab.openTab();
    await b.runLog.runs();
    await removeRuns();
    restore();
    await ended(a);
    for (const { runner } of [a, b, a]) expect(await runner.resume(id)).not.toBe('running');
    expect(await a.runner.sendAgain(id, 'unknown')).toBe('unreadable');
    expect(lab.calls).toHaveLength(4);
  } finally {
    connections.end();
  }
});
