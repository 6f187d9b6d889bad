import { scrollSteadily } from './frames.ts';
import { readTally } from './probe.ts';
import { installService, type PageService, type ServiceSetup } from './service.ts';

/** What a bench asks of the page; it is there before the page's own code. */
export type PageBench = {
  service: PageService;
  readTally: typeof readTally;
  scrollSteadily: typeof scrollSteadily;
  setVisible: (visible: boolean) => void;
};

declare global {
  interface Window {
    bench: PageBench;
    benchSetup: ServiceSetup;
  }
}

const install = (setup: ServiceSetup): void => {
  let visible = true;
  Object.defineProperty(document, 'visibilityState', { get: () => (visible ? 'visible' : 'hidden') });
  Object.defineProperty(document, 'hidden', { get: () => !visible });
  window.bench = {
    service: installService(setup),
    readTally,
    scrollSteadily,
    setVisible: (next) => {
      visible = next;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
};

// Not in the frames in which the session is renewed.
if (window.top === window) install(window.benchSetup);
