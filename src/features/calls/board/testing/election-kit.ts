import { joinElection, type BoardMessage } from '#src/features/calls/board/leader-election.ts';

/** Parts for the tests of the election of a leader. Nothing of the product imports it. */

/** Lets locks and messages arrive. */
export const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

type Hold = () => Promise<unknown>;
type Waiting = { act: Hold; resolve: (value: unknown) => void };

/** Web Locks and channels of one browser, as far as the board uses them. Tabs can die, without a word. */
export const browserOf = () => {
  const queue: Waiting[] = [];
  let held: Waiting | undefined;
  const ports = new Set<{ listeners: ((event: MessageEvent) => void)[] }>();
  const release = async (granted: Waiting): Promise<void> => {
    granted.resolve(await granted.act());
    if (held === granted) next();
  };
  const next = (): void => {
    held = queue.shift();
    const granted = held;
    if (!granted) return;
    void release(granted);
  };
  const openTab = (setup: { locks?: 'none' | 'refused' } = {}) => {
    const own: Waiting[] = [];
    const names = new Set<string>();
    const request = (name: string, { signal }: LockOptions, act: Hold) =>
      new Promise((resolve, reject) => {
        if (setup.locks === 'refused') return reject(new DOMException('denied', 'SecurityError'));
        names.add(name);
        const waiting = { act, resolve };
        own.push(waiting);
        queue.push(waiting);
        signal?.addEventListener('abort', () => {
          const at = queue.indexOf(waiting);
          if (at === -1) return;
          queue.splice(at, 1);
          reject(signal.reason);
        });
        if (!held) queueMicrotask(() => held ?? next());
      });
    const port = { listeners: [] as ((event: MessageEvent) => void)[] };
    ports.add(port);
    const channel = {
      postMessage: (data: unknown) => {
        const event = new MessageEvent('message', { data: structuredClone(data) });
        for (const other of ports) {
          if (other !== port) for (const listener of other.listeners) queueMicrotask(() => listener(event));
        }
      },
      addEventListener: (_: string, listener: (event: MessageEvent) => void) => {
        port.listeners.push(listener);
      },
      close: () => void ports.delete(port),
    };
    const messages: BoardMessage[] = [];
    const changes: boolean[] = [];
    const election = joinElection(
      'k',
      { change: () => changes.push(election.isLeader()), message: (message) => messages.push(message) },
      {
        locks: setup.locks === 'none' ? undefined : { request: request as LockManager['request'] },
        channel: channel as unknown as BroadcastChannel,
      },
    );
    const die = (): void => {
      ports.delete(port);
      for (const each of own) if (queue.includes(each)) queue.splice(queue.indexOf(each), 1);
      if (held && own.includes(held)) next();
    };
    return { ...election, say: channel.postMessage, messages, changes, names, die };
  };
  return { openTab };
};
