import { scrollSteadily } from './frames.ts';
import { installClock, type PageClock } from './clock.ts';
import { readTally, watchScreen, type PageProbe } from './probe.ts';
import { seeded } from './random.ts';
import { countNodes, watchScrolling } from './scroll.ts';
import { installService, type PageService, type ServiceSetup } from './service.ts';

/** What a bench asks of the page; it stands there before the page's own code. */
export type PageBench = {
  clock: PageClock | undefined;
  service: PageService;
  probe: PageProbe | undefined;
  readTally: typeof readTally;
  countNodes: typeof countNodes;
  watchScrolling: typeof watchScrolling;
  scrollSteadily: typeof scrollSteadily;
  setVisible: (visible: boolean) => void;
};

export type PageSetup = ServiceSetup & {
  /** Whether the page's time is faked. */
  faked: boolean;
  /** Whether ends are noted as they come onto the screen. */
  probes: boolean;
};

declare global {
  interface Window {
    bench: PageBench;
    benchSetup: PageSetup;
  }
}

/** Time stands still while the browser reads or writes its database: faked seconds would be over before a disk answers. */
const waitForDatabase = (clock: PageClock): void => {
  const settled = (target: EventTarget, events: readonly string[]): Promise<unknown> =>
    new Promise((resolve) => {
      for (const name of events) target.addEventListener(name, resolve, { once: true });
    });
  const wrap = (owner: object, method: string, events: readonly string[]): void => {
    const native: unknown = Reflect.get(owner, method);
    if (typeof native !== 'function') return;
    const apply = (_target: unknown, self: unknown, args: unknown[]): unknown => {
      const result: unknown = Reflect.apply(native, self, args);
      if (result instanceof EventTarget) clock.waitFor(settled(result, events));
      return result;
    };
    Reflect.set(owner, method, new Proxy(native, { apply }));
  };
  wrap(IDBFactory.prototype, 'open', ['success', 'error', 'blocked']);
  wrap(IDBFactory.prototype, 'deleteDatabase', ['success', 'error', 'blocked']);
  wrap(IDBDatabase.prototype, 'transaction', ['complete', 'abort', 'error']);
};

const install = (setup: PageSetup): void => {
  let visible = true;
  Object.defineProperty(document, 'visibilityState', { get: () => (visible ? 'visible' : 'hidden') });
  Object.defineProperty(document, 'hidden', { get: () => !visible });
  const clock = setup.faked ? installClock() : undefined;
  if (clock) {
    waitForDatabase(clock);
    Math.random = seeded(setup.seed + 1);
  }
  window.bench = {
    clock,
    service: installService(setup),
    probe: setup.probes ? watchScreen() : undefined,
    readTally,
    countNodes,
    watchScrolling,
    scrollSteadily,
    setVisible: (next) => {
      visible = next;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
};

// Not in the frames in which the session is renewed.
if (window.top === window) install(window.benchSetup);
