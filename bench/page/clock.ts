import TinyQueue from 'tinyqueue';

type Timer = { id: number; at: number; order: number; every: number | undefined; run: () => void };

export type PageClock = {
  /** Time goes by as it really does: as after the start, for what a person does. */
  flow: () => void;
  /** Time stands still. */
  stop: () => void;
  /**
   * Lets so many milliseconds go by as fast as the page can follow, and stands still then. Gives up after `capMs` of real
   * time; the result is what has gone by.
   */
  runFor: (ms: number, capMs?: number) => Promise<number>;
  /** How many timers wait. */
  waiting: () => number;
  /** Work of the real world, such as the disk's: time stands still until it is done. */
  waitFor: (work: Promise<unknown>) => void;
};

const real = {
  now: performance.now.bind(performance),
  setTimeout: window.setTimeout.bind(window),
  clearTimeout: window.clearTimeout.bind(window),
};

const SHORTEST_MS = 1;
const FRAME_MS = 16;

/** Waits until the page has no task left of the kind that React renders in: a message to itself. */
const createSettle = () => {
  const { port1, port2 } = new MessageChannel();
  const native: unknown = Reflect.get(MessagePort.prototype, 'postMessage');
  if (typeof native !== 'function') throw new TypeError('There are no message ports');
  let posts = 0;
  const apply = (_target: unknown, port: unknown, args: unknown[]): unknown => {
    posts += 1;
    return Reflect.apply(native, port, args);
  };
  Reflect.set(MessagePort.prototype, 'postMessage', new Proxy(native, { apply }));
  let resume: (() => void) | undefined;
  port1.addEventListener('message', () => resume?.());
  port1.start();
  // Messages come in the order in which they were posted: with this one back, all before it have been taken.
  const turn = () =>
    new Promise<void>((resolve) => {
      resume = resolve;
      Reflect.apply(native, port2, [undefined]);
    });
  return async (): Promise<void> => {
    for (let taken = -1; posts > taken;) {
      const before = posts;
      await turn();
      taken = before;
    }
  };
};

/**
 * Takes the place of the page's timers, frames and clocks, so that hours go by in seconds. In difference to Playwright's
 * clock it spends no real timeout a timer, and holds time back while the browser's own work (`waitFor`) is under way.
 */
export const installClock = (): PageClock => {
  /** The earliest first; a timer that was called off stays until its time comes. */
  const heap = new TinyQueue<Timer>([], (a, b) => a.at - b.at || a.order - b.order);
  const live = new Map<number, Timer>();
  const settleTasks = createSettle();
  const busy = new Set<Promise<unknown>>();
  let lastId = 0;
  let order = 0;
  let stoppedAt: number | undefined;
  /** The page's time less the real one, while time flows. */
  let ahead = 0;
  let pump: number | undefined;

  const now = (): number => stoppedAt ?? real.now() + ahead;

  const fire = (timer: Timer): void => {
    if (!live.has(timer.id)) return;
    if (timer.every === undefined) live.delete(timer.id);
    else add(timer.id, timer.every, timer.run, timer.every);
    try {
      timer.run();
    } catch (error) {
      reportError(error);
    }
  };

  const next = (): Timer | undefined => {
    for (;;) {
      const first = heap.peek();
      if (!first || live.get(first.id) === first) return first;
      heap.pop();
    }
  };

  const arm = (): void => {
    real.clearTimeout(pump);
    const first = next();
    if (stoppedAt !== undefined || !first) return;
    pump = real.setTimeout(() => {
      // One timer a task, as in a browser.
      const due = next();
      if (due && due.at <= now()) {
        heap.pop();
        fire(due);
      }
      arm();
    }, first.at - now());
  };

  const add = (id: number, ms: number, run: () => void, every?: number): number => {
    order += 1;
    const timer = { id, at: now() + Math.max(SHORTEST_MS, ms || 0), order, every, run };
    live.set(id, timer);
    heap.push(timer);
    if (stoppedAt === undefined && heap.peek() === timer) arm();
    return id;
  };
  const callable =
    (handler: TimerHandler, args: unknown[]): (() => void) =>
    () => {
      if (typeof handler === 'function') Reflect.apply(handler, window, args);
    };
  const newId = (): number => (lastId += 1);
  const cancel = (id: number | undefined): void => {
    if (id !== undefined) live.delete(id);
  };
  const settle = async (): Promise<void> => {
    await settleTasks();
    while (busy.size > 0) {
      await Promise.allSettled(busy);
      await settleTasks();
    }
  };

  const NativeDate = Date;
  const epoch = (): number => Math.floor(performance.timeOrigin + now());
  const PageDate = new Proxy(NativeDate, {
    apply: () => new NativeDate(epoch()).toString(),
    construct: (target, args: unknown[], newTarget: new () => object): object =>
      Reflect.construct(target, args.length === 0 ? [epoch()] : args, newTarget),
    get: (target, key): unknown => (key === 'now' ? epoch : Reflect.get(target, key)),
  });

  Object.assign(window, {
    Date: PageDate,
    setTimeout: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
      add(newId(), ms, callable(handler, args)),
    setInterval: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
      add(newId(), ms, callable(handler, args), Math.max(SHORTEST_MS, ms)),
    requestAnimationFrame: (run: FrameRequestCallback) => add(newId(), FRAME_MS, () => run(now())),
    requestIdleCallback: (run: IdleRequestCallback) =>
      add(newId(), FRAME_MS, () => run({ didTimeout: false, timeRemaining: () => 10 })),
    clearTimeout: cancel,
    clearInterval: cancel,
    cancelAnimationFrame: cancel,
    cancelIdleCallback: cancel,
  });
  performance.now = now;

  return {
    flow: () => {
      if (stoppedAt !== undefined) ahead = stoppedAt - real.now();
      stoppedAt = undefined;
      arm();
    },
    stop: () => {
      stoppedAt = now();
      real.clearTimeout(pump);
    },
    runFor: async (ms, capMs = Infinity) => {
      const start = now();
      const giveUp = real.now() + capMs;
      stoppedAt = start;
      real.clearTimeout(pump);
      const end = start + ms;
      await settle();
      for (let timer = next(); timer && timer.at <= end; timer = next()) {
        stoppedAt = Math.max(stoppedAt, timer.at);
        heap.pop();
        fire(timer);
        await settle();
        if (real.now() > giveUp) return stoppedAt - start;
      }
      stoppedAt = end;
      return ms;
    },
    waiting: () => live.size,
    waitFor: (work) => {
      busy.add(work);
      void work.finally(() => busy.delete(work));
    },
  };
};
