import { readCounts } from './probe.ts';
import { installService, type PageService, type ServiceSetup } from './service.ts';

export type PageBench = {
  service: PageService;
  readCounts: typeof readCounts;
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
    readCounts,
    setVisible: (next) => {
      visible = next;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
};

// Not in the frames that renew the session.
if (window.top === window) install(window.benchSetup);
