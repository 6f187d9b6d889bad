import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'playwright/test';
import { callStatusKey } from '#src/api/hooks.ts';
import { historyAfter, record, STORE_OPTIONS } from '#src/features/calls/call/testing/call-kit.ts';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { createEndNotifications } from './end-notifications.ts';
import { openSettings } from './settings.ts';
import { createBoardStore } from './store.ts';

const shown: string[] = [];

class TestNotification extends EventTarget {
  constructor(title: string, { body = '' }: NotificationOptions = {}) {
    super();
    shown.push(`${title}: ${body}`);
  }
  close = (): void => undefined;
}

storageForTests();
test.beforeEach(() => {
  shown.length = 0;
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden', title: '' });
  Object.assign(globalThis, { document, Notification: TestNotification });
});
test.afterEach(() => {
  for (const name of ['document', 'Notification']) Reflect.deleteProperty(globalThis, name);
});

test('forgets at a sign-out which calls ended', async () => {
  const queryClient = new QueryClient();
  const store = createBoardStore(queryClient, STORE_OPTIONS);
  const settings = openSettings('k');
  settings.change({ notifyEnds: true });
  const notifications = createEndNotifications({ settings, store, isPolling: () => true });
  const live = record({ status: 'in-progress' });
  const end = (id: string) => {
    for (const reads of [[live], [live, record({ status: 'completed' })]]) {
      queryClient.setQueryData(callStatusKey(id), { ...historyAfter(...reads), id });
      store.applyResult(id);
    }
  };
  store.watch(['before', 'after'], '');
  const stop = notifications.listen();
  end('before');
  stop();
  notifications.listen();
  end('after');
  await expect.poll(() => shown).toEqual(['1 call completed: after']);
});
