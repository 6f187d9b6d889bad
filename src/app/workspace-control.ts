import { MutationCache, QueryClient, type MutationCacheConfig } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { SessionControl } from '#src/auth/session.ts';
import type { KeptCalls, Person } from '#src/auth/state.ts';
import type { AreaName, Config } from '#src/config.ts';
import type { Board } from '#src/features/calls/board/board.ts';
import { readSettings } from '#src/features/calls/board/settings.ts';
import { logWrites } from '#src/log/log-writes.ts';
import { hasOpenRun, readOpenRun, subscribeToOpenRun } from '#src/log/open-run.ts';
import { openWorkspace, type Workspace } from '#src/log/workspace.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import { leaving, type Question } from '#src/ui/overlays/leaving.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { findArea } from './areas.ts';

export type WorkspaceOptions = { config: Config; session: SessionControl; person: Person; personKey: string };

/** The first render waits so long for the board: rendering would delay the request for the open call. */
const PREPARE_LIMIT_MS = 250;

const FORGET_LIMIT_MS = 2000;
/** Shorter: a sign-out must not wait for the number. */
const COUNT_LIMIT_MS = 500;

/** A write only fails if it can't be logged: what came of it is its result. */
const sayUnlogged = (): void => {
  showToast({
    tone: 'bad',
    text: 'This browser’s storage took no entry for it, so nothing was sent. Reload the page, then try again.',
  });
};

const createQueryClient = (writes: MutationCacheConfig) =>
  new QueryClient({
    mutationCache: new MutationCache({
      ...writes,
      onError: (_error, _variables, _context, { meta }) => {
        if (meta) sayUnlogged();
      },
    }),
    defaultOptions: {
      // Queries run only on demand, whatever the browser says about its connection.
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Infinity,
        gcTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
      },
      // A write is never repeated by itself, and its record is the log.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });

const loadGetLog = async () => (await import('#src/log/log.ts')).getLog;
const loadGetBoard = async () => (await import('#src/features/calls/board/board.ts')).getBoard;
const loadFollowLog = async () => (await import('#src/log/queries.ts')).followLog;
const loadSavedCalls = () => import('#src/features/calls/board/saved-calls.ts');
type SavedCallsPart = Awaited<ReturnType<typeof loadSavedCalls>>;
const loadGetRunner = async () => (await import('#src/features/webhooks/run/workspace-runner.ts')).getRunner;

const loadRunner = async (workspace: Workspace) => (await loadGetRunner())(workspace);

export const controlWorkspace = ({ config, session, person, personKey }: WorkspaceOptions) => {
  const workspace = openWorkspace(config, session, person, personKey);
  const queryClient = createQueryClient(logWrites(async () => (await loadGetLog())(workspace)));
  const checking = createStore<number>(() => 0);
  let board: Board | undefined;
  let opening: Promise<void> | undefined;
  let isEntered = false;

  const mayOpen = (area: AreaName) => workspace.areas.includes(area);

  const openBoard = async (): Promise<void> => {
    const getBoard = await loadGetBoard();
    const opened = getBoard(workspace, queryClient);
    board = opened;
    const count = () => {
      const { blocker } = opened.overview();
      const isStopped = blocker?.reason === 'session' || blocker?.reason === 'outdated';
      checking.setState(isStopped ? 0 : opened.store.checking(), true);
    };
    opened.subscribe(count);
    if (isEntered) opened.start();
    const watching = isEntered ? opened.watchOpenedCall() : undefined;
    count();
    await watching;
  };
  const watchCalls = async (): Promise<void> => {
    if (!mayOpen('calls')) return;
    opening ??= openBoard().catch(() => {
      opening = undefined;
    });
    await opening;
  };

  /** Forgets the calls if the user chose so. */
  const leaveCalls = async (): Promise<KeptCalls> => {
    const { storageKey } = workspace;
    // The board's settings apply to this page even if the browser refused to store them.
    const { forgetAtSignOut, watching } = board?.settings.getState() ?? readSettings(storageKey);
    const ask = (act: (part: SavedCallsPart) => Promise<number>, limitMs: number) =>
      waitAtMost(loadSavedCalls().then(act), limitMs).catch(() => undefined);
    // Saves what is not saved yet.
    board?.stop();
    if (forgetAtSignOut) {
      const forget = ({ forgetCalls }: SavedCallsPart) => forgetCalls(storageKey).then(() => 0);
      return (await ask(forget, FORGET_LIMIT_MS)) ?? 'unconfirmed';
    }
    // Without a board there is nothing to say.
    if (isPageOnly.getState() || !(board || watching)) return undefined;
    return ask(({ countSavedCalls }) => countSavedCalls(storageKey), COUNT_LIMIT_MS);
  };

  /** Settles when all requests under way have their answers. */
  const pauseRun = async (): Promise<void> => {
    const runner = await loadRunner(workspace).catch(() => undefined);
    await runner?.pauseForSignOut();
  };

  /** A sign-out ends the run of any tab. */
  const askToPause = (): Question | undefined => {
    const run = mayOpen('webhooks') ? readOpenRun(workspace.storageKey) : undefined;
    if (!run?.isSending) return undefined;
    return {
      title: 'Sign out while a run is under way?',
      text: `“${run.name}” is still being sent. Signing out pauses it; you can resume it after you sign in again.`,
      action: 'Pause and sign out',
      wait: {
        until: pauseRun,
        text: `“${run.name}” is paused. You’ll be signed out when the requests on their way have their answers. If you sign out now, their outcome stays unknown.`,
        action: 'Sign out now',
      },
    };
  };

  const followLeaving = (): (() => void) => {
    const unsubscribers = [
      leaving.hold({ endsPage: true, why: (leave) => (leave === 'sign-out' ? askToPause() : undefined) }),
      subscribeToOpenRun(workspace.storageKey, leaving.recheck),
      session.subscribe(() => {
        if (!('person' in session.getState())) leaving.endSession();
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  };

  return {
    workspace,
    queryClient,
    /** The number of calls being checked. */
    checking,
    /** Starts the board, which then runs in every area. */
    watchCalls,
    /** Starts the board of an address in Calls. Settles when the first render may begin. */
    prepare: async (): Promise<void> => {
      if (findArea(location.pathname)?.name !== 'calls') return;
      isEntered = true;
      await waitAtMost(watchCalls(), PREPARE_LIMIT_MS);
    },
    signOut: async (): Promise<void> => {
      await session.signOut(await leaveCalls());
    },
    /** Starts the workspace; the result stops it. What it knows goes with the page: the next session begins with a new one. */
    enter: (): (() => void) => {
      isEntered = true;
      const unfollowLeaving = followLeaving();
      board?.start();
      if (readSettings(workspace.storageKey).watching) void watchCalls();
      // The runner lets every area show a paused run. If it can't be loaded, Webhooks says so.
      if (mayOpen('webhooks') && hasOpenRun(workspace.storageKey))
        loadRunner(workspace).catch(() => undefined);
      // Not needed before something is sent, so the first area doesn't wait for it.
      const hasLog = mayOpen('webhooks') || mayOpen('provider');
      const following = hasLog
        ? loadFollowLog().then(
            (followLog) => followLog(workspace, queryClient),
            () => undefined,
          )
        : undefined;
      return () => {
        unfollowLeaving();
        void following?.then((unfollow) => unfollow?.());
        isEntered = false;
        board?.stop();
      };
    },
  };
};

export type WorkspaceControl = ReturnType<typeof controlWorkspace>;
