/** How long a page that was asked to go may take until it breaks off its requests or is gone. */
const GOING_MS = 5000;
/** The same where the browser asks the person first. */
const ASKING_MS = 60_000;

let isGone = false;
let going: ReturnType<typeof setTimeout> | undefined;

const stay = (): void => {
  clearTimeout(going);
  going = undefined;
};

/**
 * Follows whether the page is leaving. `beforeunload` comes first, and nothing tells when the page stays after all: for a
 * download, a link to a mail program, or since the person said so. Firefox breaks requests off between it and `pagehide`,
 * other browsers after `pagehide`.
 */
export const followLeaving = (): void => {
  addEventListener('beforeunload', (event) => {
    stay();
    // Whether anybody holds the page is known when all have heard of it.
    going = setTimeout(() => {
      going = setTimeout(stay, event.defaultPrevented ? ASKING_MS : GOING_MS);
    });
  });
  addEventListener('pagehide', () => {
    isGone = true;
  });
  // The browser may have kept the page, and shows it again.
  addEventListener('pageshow', () => {
    isGone = false;
    stay();
  });
};

/** Whether this page is about to go, so that a request that breaks off now says nothing of the service or the network. */
export const isLeaving = (): boolean => isGone || going !== undefined;
