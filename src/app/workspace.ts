import { MutationCache, QueryClient, type MutationCacheConfig } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Person, SessionControl } from '#src/auth/state.ts';
import type { Config } from '#src/config.ts';
import type { Board } from '#src/features/calls/board/board.ts';
import { readSettings } from '#src/features/calls/board/settings.ts';
import { getLog } from '#src/log/log.ts';
import { logWrites } from '#src/log/log-writes.ts';
import { hasOpenRun, readOpenRun, type OpenRun } from '#src/log/run-progress.ts';
import { openWorkspace, type Workspace } from '#src/log/workspace.ts';
import { QUERY_DEFAULTS } from '#src/lib/query-defaults.ts';
import { inTime } from '#src/lib/timing.ts';
import { areaOf, CALLS_PATH } from './areas.ts';

/** What a workspace is made of. */
export type WorkspaceSetup = { config: Config; session: SessionControl; person: Person; personKey: string };

/** What one signed-in person works with for as long as the page stands. */
export type WorkspaceControl = {
  workspace: Workspace;
  queryClient: QueryClient;
  /** How many calls are being checked, whichever area is shown. */
  checking: Omit<StoreApi<number>, 'setState'>;
  /**
   * Ahead of the first rendering: the board of an address in Calls reads what is kept and asks while the page is drawn.
   * `asked` settles when the call that the address names is on its way; `leave` is for where nobody enters after all.
   */
  prepare: () => { asked: Promise<unknown>; leave: () => void };
  /** Begins; the result leaves: nothing is asked any more, and what was answered is forgotten. */
  enter: () => () => void;
  /** Brings the call board up, which goes on in every area once it is there. */
  watchCalls: () => Promise<void>;
  /** While the session has ended, nothing is asked. */
  setSignedIn: (signedIn: boolean) => void;
  /** The run of this browser that is not finished, in whichever tab it is. */
  openRun: () => OpenRun | undefined;
  /** Pauses it; settles when the requests on their way have their answers. */
  pauseRun: () => Promise<void>;
  /** Ends the session, and forgets first what is to be forgotten then. */
  signOut: () => Promise<void>;
};

/**
 * The call that is waited for is asked for ahead of the first drawing, which would hold that up three times as long. Not
 * where what is kept takes long to read, or another tab is the one that asks.
 */
const ASK_FIRST_MS = 40;

/** What doesn't come to an end must not keep anybody signed in. */
const LEAVE_MS = 2000;

const atMost = (act: () => Promise<void>) =>
  inTime(
    act().catch(() => undefined),
    LEAVE_MS,
  );

const createQueryClient = (writes: MutationCacheConfig) =>
  new QueryClient({
    mutationCache: new MutationCache(writes),
    defaultOptions: {
      // The board alone decides when a call is asked; nothing is asked because a window was focused.
      queries: { ...QUERY_DEFAULTS, structuralSharing: false },
      // A write is never repeated by the machine. Nothing of it is kept once nobody looks: its record is the log.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });

const findRun = async (workspace: Workspace) =>
  (await import('#src/features/webhooks/run/workspace-runner.ts')).getRunner(workspace);

export const controlWorkspace = ({
  config,
  session,
  person,
  personKey,
}: WorkspaceSetup): WorkspaceControl => {
  const workspace = openWorkspace(config, session, person, personKey);
  const queryClient = createQueryClient(logWrites(() => getLog(workspace)));
  const checking = createStore<number>(() => 0);
  let board: Board | undefined;
  let asked = false;
  let present = false;
  let signedIn = true;

  const openBoard = (own: Board): Promise<void> => {
    board = own;
    own.setSignedIn(signedIn);
    const count = () => {
      const known = own.overview();
      checking.setState(known.blocker?.reason === 'session' ? 0 : known.checking, true);
    };
    own.subscribe(count);
    if (present) own.start();
    const watching = present ? own.watchOpened() : Promise.resolve();
    count();
    return watching;
  };

  const watchCalls = async () => {
    if (asked) return;
    asked = true;
    const loaded = await import('#src/features/calls/board/board.ts').catch(() => undefined);
    if (loaded) await openBoard(loaded.boardOf(workspace, queryClient));
    else asked = false;
  };

  const leave = () => {
    present = false;
    board?.stop();
    queryClient.clear();
  };

  return {
    workspace,
    queryClient,
    checking,
    watchCalls,
    prepare: () => {
      if (areaOf(location.pathname)?.path !== CALLS_PATH) return { asked: Promise.resolve(), leave };
      present = true;
      return { asked: inTime(watchCalls(), ASK_FIRST_MS), leave };
    },
    setSignedIn: (next) => {
      signedIn = next;
      board?.setSignedIn(next);
    },
    openRun: () => readOpenRun(workspace.storageKey),
    pauseRun: async () => {
      const runner = await findRun(workspace).catch(() => undefined);
      await runner?.leave();
    },
    signOut: async () => {
      if (readSettings(workspace.storageKey).forgetAtSignOut) {
        board?.stop();
        await atMost(async () =>
          (await import('#src/features/calls/board/saved-calls.ts')).forgetCalls(workspace.storageKey),
        );
      }
      await session.signOut();
    },
    enter: () => {
      present = true;
      board?.start();
      if (readSettings(workspace.storageKey).watching) void watchCalls();
      // A run that stands still is shown from the start on; where its part can't be loaded, in its area.
      if (hasOpenRun(workspace.storageKey)) findRun(workspace).catch(() => undefined);
      // Beside the first area and not ahead of it: nothing is read again before something is sent.
      const following = import('#src/log/queries.ts').then(
        ({ followLog }) => followLog(workspace, queryClient),
        () => undefined,
      );
      return () => {
        void following.then((unfollow) => unfollow?.());
        leave();
      };
    },
  };
};
