import { createStore } from 'zustand/vanilla';

/** Somebody who holds unsaved input, and how the question is put. */
type Hold = { title: string; text: string };

type Leaving = { hold: Hold; leave: () => void };

let held: Hold | undefined;

/** The way out that waits for the person's word; undefined where none does. */
export const leaving = createStore<Leaving | undefined>(() => undefined);
const set = (next: Leaving | undefined): void => leaving.setState(next, true);

// Closing or reloading the tab asks in the browser's own words; no page may choose them.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

const release = (): void => {
  held = undefined;
  removeEventListener('beforeunload', askBrowser);
};

/** Holds every way out of the page until released. Returns the release. */
export const holdPage = (hold: Hold): (() => void) => {
  held = hold;
  addEventListener('beforeunload', askBrowser);
  return release;
};

/** Goes at once where nothing is held, else asks first. */
export const leaveOrAsk = (leave: () => void) => {
  if (held) set({ hold: held, leave });
  else leave();
};

/** The person's word: the held input is given up, or the page stays. */
export const answerLeaving = (goes: boolean) => {
  const pending = leaving.getState();
  set(undefined);
  if (!goes || !pending) return;
  release();
  pending.leave();
};

const withoutHash = (href: string) => href.split('#')[0];

/**
 * Back and Forward change the address before anybody can ask. So the address is put back first and the question asked;
 * on yes the person goes where the button led. Must run before the router listens, hence at start and in capture.
 */
export const guardHistory = () => {
  const present = () => ({ href: location.href, state: history.state as unknown });
  let shown = present();
  const remember = () => {
    shown = present();
  };
  for (const name of ['pushState', 'replaceState']) addEventListener(name, remember);
  addEventListener(
    'popstate',
    (event) => {
      // A change of the fragment alone ("Skip to content") stays on the page.
      if (!held || withoutHash(location.href) === withoutHash(shown.href)) {
        remember();
        return;
      }
      const target = present();
      event.stopImmediatePropagation();
      history.pushState(shown.state, '', shown.href);
      set({ hold: held, leave: () => history.pushState(target.state, '', target.href) });
    },
    { capture: true },
  );
};
