import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import type { LineEvent } from './run.ts';
import {
  browserOf,
  losableConnections,
  replaceMethod,
  type Method,
} from '#src/journal/testing/journal-kit.ts';
import { ACCEPTED, NEVER_MS, pairsOf, REFUSED, RUN, statesOf } from '#src/journal/testing/run-kit.ts';

let browser: ReturnType<typeof browserOf>;
let connections: ReturnType<typeof losableConnections>;

test.beforeEach(() => {
  browser = browserOf();
  connections = losableConnections();
});

test.afterEach(() => {
  connections.end();
  browser.end();
});

const send = (): LineEvent => ({ kind: 'send', at: browser.now() });

test('a run that was never in storage is as this tab knows it; one that nobody knows is none', async () => {
  globalThis.indexedDB.open = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const books = browser.openBooks();
  const sheet = await books.begin(RUN, pairsOf(1));
  expect(await books.reread(sheet.run().id)).toBe(sheet);
  expect(await books.open('another')).toBeUndefined();
  expect(books.isKept()).toBe(false);
  expect(await books.reread('another')).toBe('unreadable');
  browser = browserOf();
  expect(await browser.openBooks().reread('another')).toBeUndefined();
});

test('a run that can’t be read is told from one that is not there', async () => {
  const { id } = (await browser.openBooks().begin(RUN, pairsOf(1))).run();
  const books = browser.openBooks();
  await books.runs();
  const putBack = replaceMethod(IDBObjectStore.prototype, 'get', (): Method => () => {
    throw new DOMException('read', 'UnknownError');
  });
  try {
    expect(await books.open(id)).toBeUndefined();
    expect(books.isKept()).toBe(false);
  } finally {
    putBack();
  }
  expect(await books.open('another')).toBeUndefined();
  expect(books.isKept()).toBe(true);
  expect(await books.open(id)).toBeDefined();
});

test('pairs that could not be read are not taken for unknown ones', async () => {
  const books = browser.openBooks();
  expect(await books.lastAccepted(() => undefined)).toBe(true);
  const putBack = replaceMethod(IDBObjectStore.prototype, 'getAll', (): Method => () => {
    throw new DOMException('read', 'UnknownError');
  });
  expect(await books.lastAccepted(() => undefined)).toBe(false);
  putBack();
});

test('a run that was left while its lines were opened again waits for a person', async () => {
  const gone = browser.openBooks();
  await gone.takeTurn();
  const sheet = await gone.begin(RUN, pairsOf(2));
  await sheet.apply([
    [0, send()],
    [1, send()],
  ]);
  await sheet.apply(
    [
      [0, ACCEPTED],
      [1, REFUSED],
    ],
    { status: 'finished', finishedAt: browser.now() },
  );
  await sheet.apply([[1, { kind: 'reopen' }]]);
  await browser.closeTab(gone);
  const next = browser.openBooks();
  await next.takeTurn();
  await next.settleAbandoned();
  const again = await next.open(sheet.run().id);
  expect(again?.run()).toMatchObject({ status: 'paused', pause: { why: 'interrupted' } });
  expect(again?.run()).not.toHaveProperty('finishedAt');
});

test.describe('what was sent again while storage failed', () => {
  const { items } = storageForTests();

  test('did not fail: it is unknown', async () => {
    const gone = browser.openBooks({ storageRetryMs: NEVER_MS });
    await gone.takeTurn();
    const sheet = await gone.begin(RUN, pairsOf(3));
    await sheet.apply([0, 1, 2].map((index) => [index, send()]));
    await sheet.apply(
      [
        [0, REFUSED],
        [1, REFUSED],
        [2, ACCEPTED],
      ],
      { status: 'finished' },
    );
    connections.loseFirst();
    await sheet.apply(
      [
        [0, { kind: 'reopen' }],
        [1, { kind: 'reopen' }],
      ],
      { status: 'running' },
    );
    await sheet.apply([
      [0, send()],
      [1, send()],
    ]);
    await sheet.apply(
      [
        [0, ACCEPTED],
        [1, ACCEPTED],
      ],
      { status: 'finished' },
    );
    await browser.closeTab(gone);
    const next = browser.openBooks();
    await next.takeTurn();
    await next.settleAbandoned();
    const again = await next.open(sheet.run().id);
    expect(statesOf(again)).toBe('uua');
    expect(again?.line(0)).toMatchObject({ problem: 'lost', before: [{ state: 'refused', status: 500 }] });
    expect(items.size).toBe(0);
  });

  test('is unknown also to the tab that has sent the run before, as storage has it', async () => {
    const first = browser.openBooks();
    const giveBack = await first.takeTurn();
    const sheet = await first.begin(RUN, pairsOf(3));
    await sheet.apply([[0, send()]]);
    await sheet.apply([[0, ACCEPTED]], { status: 'paused' });
    giveBack?.();
    const second = browser.openBooks({ storageRetryMs: NEVER_MS });
    await second.takeTurn();
    const seen = await second.reread(sheet.run().id);
    connections.loseLast();
    if (typeof seen === 'object') await seen.apply([[1, send()]], { status: 'running' });
    await browser.closeTab(second);
    await first.takeTurn();
    await first.settleAbandoned();
    expect(statesOf(sheet)).toBe('auq');
  });
});
