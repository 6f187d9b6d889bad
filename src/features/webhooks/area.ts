import { readOpenRun, subscribeToOpenRun, type OpenRun } from '#src/log/open-run.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { lazyComponent } from '#src/ui/lazy.tsx';
import { leaving, type Question } from '#src/ui/overlays/leaving.ts';
import { BULK_PATH, linkToRun, ONE_PAIR_PATH } from './change/paths.ts';

export const webhooksArea = {
  name: 'webhooks',
  path: ONE_PAIR_PATH,
  label: 'Webhooks',
  field: 'campaignId',
  Page: lazyComponent(async () => (await import('./WebhooksPage.tsx')).WebhooksPage),
} as const;

/** Of a paused run, unless the page at `path` shows it. */
export const linkToPausedRun = ({ id, isSending }: OpenRun, path: string) =>
  isSending || path === ONE_PAIR_PATH || path.startsWith(BULK_PATH) ? undefined : linkToRun(id);

const loadRunner = async (workspace: Workspace) =>
  (await import('./run/workspace-runner.ts')).getRunner(workspace);

/** Lets every area show a paused run, and asks before a sign-out ends the run of any tab. Returns a function that stops. */
export const followRuns = (workspace: Workspace): (() => void) => {
  const { areas, storageKey } = workspace;
  if (!areas.includes('webhooks')) return () => undefined;
  // If the runner can't be loaded, Webhooks says so.
  if (readOpenRun(storageKey)) loadRunner(workspace).catch(() => undefined);

  /** Settles when all requests under way have their answers. */
  const pauseRun = async (): Promise<void> => {
    const runner = await loadRunner(workspace).catch(() => undefined);
    await runner?.pauseForSignOut();
  };
  const askToPause = (): Question | undefined => {
    const run = readOpenRun(storageKey);
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
  const release = leaving.hold({
    endsPage: true,
    why: (leave) => (leave === 'sign-out' ? askToPause() : undefined),
  });
  const unsubscribe = subscribeToOpenRun(storageKey, leaving.recheck);
  return () => {
    release();
    unsubscribe();
  };
};
