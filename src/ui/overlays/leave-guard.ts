import { createStore } from 'zustand/vanilla';
import { blockReload } from '#src/ui/reload-guard.ts';

/** Somebody who holds unsaved input, and how the question is put. */
type Hold = { title: string; text: string };

type Leaving = { hold: Hold; leave: () => void };

const holds = new Set<Hold>();
blockReload(() => holds.size > 0);

/** The way out that waits for the person's word; undefined where none does. */
export const leaving = createStore<Leaving | undefined>(() => undefined);
const set = (next: Leaving | undefined): void => leaving.setState(next, true);

const currentHold = () => [...holds].at(-1);

// Closing or reloading the tab asks in the browser's own words; no page may choose them.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/** Holds every way out of the page until released. Returns the release. */
export const holdPage = (hold: Hold): (() => void) => {
  holds.add(hold);
  addEventListener('beforeunload', askBrowser);
  return () => {
    holds.delete(hold);
    if (holds.size === 0) removeEventListener('beforeunload', askBrowser);
  };
};

/** Goes at once where nothing is held, else asks first. */
export const leaveOrAsk = (leave: () => void) => {
  const hold = currentHold();
  if (hold) set({ hold, leave });
  else leave();
};

/** The person's word: the held input is given up, or the page stays. */
export const answerLeaving = (goes: boolean) => {
  const pending = leaving.getState();
  set(undefined);
  if (!goes || !pending) return;
  holds.clear();
  removeEventListener('beforeunload', askBrowser);
  pending.leave();
};

const withoutHash = (href: string) => href.split('#')[0];

/**
 * Back and Forward change the address before anybody can ask. So the address is put back first and the question asked;
 * on yes the person goes where the button led. Must run before the router listens, hence at start and in capture.
 */
export const guardHistory = () => {
  let held = { href: location.href, state: history.state as unknown };
  const remember = () => {
    held = { href: location.href, state: history.state as unknown };
  };
  for (const name of ['pushState', 'replaceState']) addEventListener(name, remember);
  addEventListener(
    'popstate',
    (event) => {
      const hold = currentHold();
      // A change of the fragment alone ("Skip to content") stays on the page.
      if (!hold || withoutHash(location.href) === withoutHash(held.href)) {
        remember();
        return;
      }
      const target = { href: location.href, state: history.state as unknown };
      event.stopImmediatePropagation();
      history.pushState(held.state, '', held.href);
      set({ hold, leave: () => history.pushState(target.state, '', target.href) });
    },
    { capture: true },
  );
};
