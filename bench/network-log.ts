import type { CDPSession } from 'playwright';

/** One request of a page; times are milliseconds since the page was asked for. */
export type LoggedRequest = {
  method: string;
  url: string;
  type: string;
  begun: number;
  /** The first byte of the answer is there. */
  answered: number;
  ended: number;
  /** On the wire, headers included. */
  bytes: number;
};

/** Notes every request of a page from now on, redirects and preflights included. */
export const followNetwork = async (cdp: CDPSession): Promise<() => LoggedRequest[]> => {
  const requests = new Map<string, LoggedRequest>();
  const gone: LoggedRequest[] = [];
  let zero: number | undefined;
  /** Seconds of the browser's clock as milliseconds since the first request. */
  const since = (timestamp: number): number => (timestamp - (zero ?? timestamp)) * 1000;
  const change = (id: string, facts: Partial<LoggedRequest>): void => {
    const request = requests.get(id);
    if (request) Object.assign(request, facts);
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, redirectResponse }) => {
    zero ??= timestamp;
    const before = requests.get(requestId);
    if (before && redirectResponse) {
      gone.push({ ...before, answered: since(timestamp), ended: since(timestamp) });
    }
    const now = since(timestamp);
    const { method, url } = request;
    requests.set(requestId, {
      method,
      url,
      type: type ?? 'Other',
      begun: now,
      answered: now,
      ended: now,
      bytes: 0,
    });
  });
  cdp.on('Network.responseReceived', ({ requestId, timestamp }) => {
    change(requestId, { answered: since(timestamp) });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    change(requestId, { ended: since(timestamp), bytes: encodedDataLength });
  });
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    change(requestId, { ended: since(timestamp) });
  });
  await cdp.send('Network.enable');
  return () => [...gone, ...requests.values()].toSorted((a, b) => a.begun - b.begun);
};
