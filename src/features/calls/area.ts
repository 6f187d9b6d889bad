import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { formatCount } from '#src/lib/count.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { lazyComponent } from '#src/ui/lazy.tsx';
import type { Board } from './board/board.ts';
import { readSettings } from './board/settings.ts';
import { BOARD_PATH, getLastBoardPath, isBoardPath, LOOKUP_ID, parseCallPath } from './call/address.ts';

export const callsArea = {
  name: 'calls',
  path: BOARD_PATH,
  getLastPath: getLastBoardPath,
  label: 'Calls',
  field: LOOKUP_ID,
  Page: lazyComponent(async () => (await import('./CallsPage.tsx')).CallsPage),
} as const;

/** The first render waits so long for the board: rendering would delay the request for the open call. */
const FIRST_RENDER_LIMIT_MS = 250;
const FORGET_LIMIT_MS = 2000;
/** Shorter: a sign-out must not wait for the number. */
const COUNT_LIMIT_MS = 500;

const NOT_FORGOTTEN =
  'This browser did not confirm that your watched calls were deleted. To be sure, clear its data for this site.';

const describeKept = (calls: number): string =>
  calls === 0
    ? 'None of your watched calls are kept in this browser.'
    : `Your ${formatCount(calls, 'watched call')} ${calls === 1 ? 'is' : 'are'} kept in this browser for your next sign-in.`;

/** The watched calls of a workspace: checked in every area, from the first that needs them. */
export const openCalls = (workspace: Workspace, queryClient: QueryClient) => {
  const { storageKey } = workspace;
  const checking = createStore<number>(() => 0);
  let board: Board | undefined;
  let loading: Promise<void> | undefined;
  let isStopped = false;

  const loadBoard = async (): Promise<void> => {
    const { getBoard } = await import('./board/board.ts');
    const loaded = getBoard(workspace, queryClient);
    board = loaded;
    loaded.subscribe(() => {
      const { reason } = loaded.overview().blocker ?? {};
      checking.setState(reason === 'session' || reason === 'outdated' ? 0 : loaded.store.checking(), true);
    });
  };
  const startBoard = async (): Promise<void> => {
    loading ??= loadBoard().catch(() => {
      loading = undefined;
    });
    await loading;
    if (!isStopped) await board?.start();
  };
  const stop = (): void => {
    isStopped = true;
    board?.stop();
  };

  return {
    /** The number of calls being checked. */
    checking,
    /** Starts the board if the page at this path shows it or this browser keeps calls. Settles when the page may render. */
    open: async (path: string): Promise<void> => {
      if (!workspace.areas.includes('calls')) return;
      if (isBoardPath(path) || readSettings(storageKey).watching)
        await waitAtMost(startBoard(), FIRST_RENDER_LIMIT_MS);
    },
    /** The result stops it. */
    enter: (): (() => void) => {
      isStopped = false;
      void board?.start();
      return stop;
    },
    /** Before a sign-out: saves what is not saved yet, and forgets the calls if the user chose so. Returns a note for the user. */
    leave: async (): Promise<string | undefined> => {
      stop();
      // The board's settings apply to this page even if the browser refused to store them.
      const { forgetAtSignOut, watching } = board?.settings.getState() ?? readSettings(storageKey);
      // Without a board there is nothing to say.
      if (!forgetAtSignOut && (isPageOnly.getState() || !(board || watching))) return undefined;
      const saved = import('./board/saved-calls.ts');
      if (forgetAtSignOut) {
        const forgotten = saved
          .then(({ forgetCalls }) => forgetCalls(storageKey))
          .then(() => describeKept(0));
        return (await waitAtMost(forgotten, FORGET_LIMIT_MS).catch(() => undefined)) ?? NOT_FORGOTTEN;
      }
      const counted = saved.then(({ countSavedCalls }) => countSavedCalls(storageKey)).then(describeKept);
      return waitAtMost(counted, COUNT_LIMIT_MS).catch(() => undefined);
    },
  };
};

/** Leads to the box that finds and watches calls, from any area. On a narrow screen, an open call covers it. */
export const goToLookup = (navigate: (to: string, options: { state: object }) => void): void => {
  const box = document.getElementById(LOOKUP_ID);
  const isOpen = parseCallPath(location.pathname) !== undefined;
  box?.focus();
  if (box instanceof HTMLTextAreaElement && box === document.activeElement) box.select();
  else if (isOpen || !box)
    navigate(isOpen ? BOARD_PATH + location.search : getLastBoardPath(), { state: { focus: LOOKUP_ID } });
};
