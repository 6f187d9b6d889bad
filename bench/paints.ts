/** Milliseconds since the navigation began. */
type Paints = {
  largest: number;
  /** The first paint of a field or button of the page. */
  control: number;
  /** The first paint of a call's end. */
  status: number;
  /** The last press on a button. */
  pressed: number;
  /** The longest time from an interaction's event to the next paint. */
  interaction: number;
  /** The longest task of more than 50 ms, or 0. */
  longestTask: number;
};

declare global {
  interface Window {
    paints: Paints;
  }
}

/**
 * Records the paints in `window.paints`. `looksForStatus` also looks for a call's end in the document, which takes time with every
 * change.
 */
export const watchPaints = (looksForStatus: boolean): void => {
  if (window.top !== window) return;
  const paints: Paints = {
    largest: NaN,
    control: NaN,
    status: NaN,
    pressed: NaN,
    interaction: NaN,
    longestTask: 0,
  };
  window.paints = paints;

  const observe = (options: PerformanceObserverInit, note: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options);
  };
  observe({ type: 'largest-contentful-paint', buffered: true }, ({ startTime }) => {
    paints.largest = startTime;
  });
  const events: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  };
  observe(events, (entry) => {
    const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
    if (interactionId !== 0) paints.interaction = Math.max(paints.interaction || 0, duration);
  });

  observe({ type: 'longtask' }, ({ duration }) => {
    paints.longestTask = Math.max(paints.longestTask, duration);
  });

  addEventListener(
    'click',
    ({ timeStamp }) => {
      paints.pressed = timeStamp;
    },
    { capture: true },
  );

  /** Notes the time of the first paint after which `isThere`. */
  const noteFirst = (of: 'control' | 'status', isThere: () => boolean): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      paints[of] = performance.now();
    });
    port1.start();
    const look = new MutationObserver(() => {
      if (!isThere()) return;
      look.disconnect();
      // A message posted in a frame arrives after its paint.
      requestAnimationFrame(() => port2.postMessage(undefined));
    });
    look.observe(document, { subtree: true, childList: true, characterData: of === 'status' });
  };

  noteFirst('control', () => document.querySelector('main :is(input, textarea, button)') !== null);
  if (!looksForStatus) return;
  // The floor's cells, and the console's rows and the head of its detail.
  const STATUS = '[data-status], table [data-tone], [aria-label="Call detail"] [data-tone]';
  noteFirst('status', () =>
    [...document.querySelectorAll(STATUS)].some(({ textContent }) => /completed/i.test(textContent)),
  );
};
