import { createStore } from 'zustand/vanilla';

type Question = { title: string; text: string };

/** `endsPage`: what is on its way is broken off, as by a sign-out or a reload. */
type Ask = (endsPage: boolean) => Question;

type Leaving = { question: Question; leave: () => void };

let held: Ask | undefined;

export const leaving = createStore<Leaving | undefined>(() => undefined);
const set = (next: Leaving | undefined): void => leaving.setState(next, true);

// When the tab is closed or reloaded.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/** Takes back a question that is open: its reason is over. */
const release = (): void => {
  held = undefined;
  set(undefined);
  removeEventListener('beforeunload', askBrowser);
};

export const holdPage = (ask: Ask): (() => void) => {
  held = ask;
  addEventListener('beforeunload', askBrowser);
  return release;
};

export const leaveOrAsk = (leave: () => void, { endsPage = false } = {}) => {
  if (held) set({ question: held(endsPage), leave });
  else leave();
};

export const answerLeaving = (isLeaving: boolean) => {
  const pending = leaving.getState();
  set(undefined);
  if (!isLeaving || !pending) return;
  release();
  pending.leave();
};

const withoutHash = (href: string) => href.split('#')[0];

/**
 * Back and Forward change the address before the console can ask: it restores the address, asks, and repeats the
 * navigation if the user leaves. Call it before the router listens.
 */
export const guardHistory = () => {
  const current = () => ({ href: location.href, state: history.state as unknown });
  let shown = current();
  const remember = () => {
    shown = current();
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
      const target = current();
      event.stopImmediatePropagation();
      history.pushState(shown.state, '', shown.href);
      set({ question: held(false), leave: () => history.pushState(target.state, '', target.href) });
    },
    { capture: true },
  );
};
