import { countGroups, isRegrouped, type CallView, type Overview } from './overview.ts';

type Listener = () => void;
type Leave = () => void;

/** What is shown of the watched calls, and who is told when it changes: a row of its call, the page of the whole. */
export type Views = {
  call: (id: string) => CallView | undefined;
  show: (view: CallView) => void;
  forget: (id: string) => void;
  /** Something that concerns the whole board has changed. */
  tell: () => void;
  overview: () => Overview;
  subscribe: (listener: Listener) => Leave;
  subscribeCall: (id: string, listener: Listener) => Leave;
  /** Told of every call whose status became another one. */
  subscribeChanges: (listener: (view: CallView) => void) => Leave;
};

export const createViews = (readTotals: () => Omit<Overview, 'call' | 'counts'>): Views => {
  const views = new Map<string, CallView>();
  const listeners = new Set<Listener>();
  const callListeners = new Map<string, Set<Listener>>();
  const changeListeners = new Set<(view: CallView) => void>();
  let overview: Overview | undefined;
  let isTelling = false;

  const tell = (): void => {
    overview = undefined;
    if (isTelling) return;
    isTelling = true;
    // Thousands of calls may be planned in one go: the page hears of it once.
    queueMicrotask(() => {
      isTelling = false;
      for (const listener of listeners) listener();
    });
  };

  const tellCall = (id: string): void => {
    for (const listener of callListeners.get(id) ?? []) listener();
  };

  return {
    call: (id) => views.get(id),
    show: (view) => {
      const { id } = view.entry;
      const before = views.get(id);
      views.set(id, view);
      if (before?.seen?.checked && before.look.word !== view.look.word) {
        for (const listener of changeListeners) listener(view);
      }
      tellCall(id);
      if (isRegrouped(before, view)) tell();
    },
    forget: (id) => {
      views.delete(id);
      tellCall(id);
    },
    tell,
    overview: () => {
      overview ??= { ...readTotals(), call: (id) => views.get(id), counts: countGroups(views.values()) };
      return overview;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeCall: (id, listener) => {
      const own = callListeners.get(id) ?? new Set();
      callListeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && callListeners.get(id) === own) callListeners.delete(id);
      };
    },
    subscribeChanges: (listener) => {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
  };
};
