import { createStore } from 'zustand/vanilla';
import { browserClock } from '#src/lib/timing.ts';

/** `area`: to another page of the console. `page`: a reload, or the tab is closed. */
export type Leave = 'area' | 'page' | 'sign-out';

/** Otherwise the browser opens a dropped file in place of the page. */
const refuseFile = (event: Event): void => {
  if (!(event instanceof DragEvent) || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
};

export type Question = {
  title: string;
  text: string;
  /** The label of the confirming button. */
  action?: string;
  /** Settles when nothing is lost any more. Meanwhile the question offers to leave at once. */
  wait?: { until: () => Promise<void>; text: string; action: string };
};

/** What leaving ends. */
type Held = {
  /** Only the end of the page ends it, not another area. */
  endsPage: boolean;
  /** Undefined if this way of leaving ends nothing. */
  why?: (leave: Leave) => Question | undefined;
  /** Keeps it when the page goes, or the session ends without a question. */
  keep?: (leave: Leave) => void;
};

type Asked = { held: Held; leave: Leave; question: Question; isWaiting: boolean; go: () => void };

/** No event says that the user chose to stay: using the page does, or this time without `pagehide`. */
const STAYING_MS = 5000;
const SIGNS_OF_USE = ['pageshow', 'pointerdown', 'keydown'] as const;

const withoutHash = (href: string) => href.split('#')[0];

/** The one register of what leaving ends. */
export const createLeaving = (after = browserClock.after) => {
  const all = new Set<Held>();
  const asked = createStore<Asked | undefined>(() => undefined);
  const setAsked = (next: Asked | undefined): void => asked.setState(next, true);
  const isBeingLeft = createStore<boolean>(() => false);
  let cancelTimer: (() => void) | undefined;

  const find = (leave: Leave, except: readonly Held[] = []) => {
    for (const held of all) {
      if (except.includes(held) || (held.endsPage && leave === 'area')) continue;
      const question = held.why?.(leave);
      if (question) return { held, question };
    }
    return undefined;
  };

  /** Asks one question after the other, then leaves. */
  const ask = (go: () => void, leave: Leave, confirmed: readonly Held[] = []): void => {
    const found = find(leave, confirmed);
    if (found) {
      const next = () => ask(go, leave, [...confirmed, found.held]);
      return setAsked({ ...found, leave, isWaiting: false, go: next });
    }
    setAsked(undefined);
    for (const held of confirmed) all.delete(held);
    go();
  };

  /** Takes back a question whose reason is over. */
  const recheck = (): void => {
    const { held, leave, isWaiting } = asked.getState() ?? {};
    if (!held || !leave || isWaiting) return;
    if (!all.has(held) || !held.why?.(leave)) setAsked(undefined);
  };

  const keepAll = (leave: Leave): void => {
    for (const { keep } of all) keep?.(leave);
  };

  const stay = (): void => {
    cancelTimer?.();
    isBeingLeft.setState(false, true);
  };
  const beginLeaving = (event: Event): void => {
    if (find('page')) event.preventDefault();
    isBeingLeft.setState(true, true);
    cancelTimer?.();
    cancelTimer = after(STAYING_MS, stay);
  };
  const leave = (): void => {
    cancelTimer?.();
    isBeingLeft.setState(true, true);
    keepAll('page');
  };

  return {
    /** The question to show. */
    asked,
    /** The page is being left: its requests break off, and it must send nothing. */
    isBeingLeft,
    /** Returns a function that takes it out. */
    hold: (held: Held): (() => void) => {
      all.add(held);
      return () => {
        all.delete(held);
        recheck();
      };
    },
    recheck,
    leaveOrAsk: (go: () => void, how: Leave = 'area'): void => ask(go, how),
    answer: (isLeaving: boolean): void => {
      const current = asked.getState();
      if (!isLeaving || !current) return setAsked(undefined);
      const { wait } = current.question;
      if (!wait || current.isWaiting) return current.go();
      const waiting = { ...current, isWaiting: true };
      setAsked(waiting);
      void wait.until().then(() => asked.getState() === waiting && waiting.go());
    },
    /** The session is over: nobody may be asked any more. */
    endSession: (): void => {
      keepAll('sign-out');
      all.clear();
      setAsked(undefined);
    },
    listen: (page: EventTarget): void => {
      page.addEventListener('beforeunload', beginLeaving);
      // In the capture phase, before the stores write what is pending.
      page.addEventListener('pagehide', leave, { capture: true });
      for (const name of ['dragover', 'drop']) page.addEventListener(name, refuseFile);
      for (const sign of SIGNS_OF_USE) page.addEventListener(sign, stay, { capture: true, passive: true });
    },
    /**
     * Back and Forward change the address before the console can ask: this restores the address, asks, and repeats the
     * navigation if the user leaves. An open dialog is closed first. Call it before the router listens.
     */
    guardHistory: (closeTopDialog: () => boolean): void => {
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
          if (withoutHash(location.href) === withoutHash(shown.href)) return remember();
          const target = current();
          const hasClosed = closeTopDialog();
          if (!hasClosed && !find('area')) return remember();
          event.stopImmediatePropagation();
          history.pushState(shown.state, '', shown.href);
          if (hasClosed) return;
          ask(() => history.pushState(target.state, '', target.href), 'area');
        },
        { capture: true },
      );
    },
  };
};

export const leaving = createLeaving();
export const { leaveOrAsk } = leaving;
