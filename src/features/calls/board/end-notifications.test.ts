import { expect, test } from 'playwright/test';
import { createStore } from 'zustand/vanilla';
import type { Session } from '#src/auth/state.ts';
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

const person = { subject: 'jonas', name: 'Jonas' };

/** Of a hidden page that polls. */
const createNotifications = () => {
  const session = createStore<Session>(() => ({ state: 'active', person, personKey: 'k' }));
  const store = createBoardStore(STORE_OPTIONS);
  const settings = openSettings('k');
  settings.change({ notifyEnds: true });
  const notifications = createEndNotifications({
    session,
    settings,
    store,
    isPolling: () => true,
    onLook: () => undefined,
  });
  return { session, store, notifications };
};

test('says that the session ended', () => {
  const { session, notifications } = createNotifications();
  const stop = notifications.listen();
  session.setState({ state: 'expired', person, personKey: 'k' });
  expect(shown).toEqual(['Your session has ended: Checks are paused.']);
  stop();
});

test('forgets at a sign-out which calls ended', async () => {
  const { store, notifications } = createNotifications();
  const live = record({ status: 'in-progress' });
  const end = (id: string) => {
    for (const reads of [[live], [live, record({ status: 'completed' })]]) {
      store.setHistory({ ...historyAfter(...reads), id });
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
