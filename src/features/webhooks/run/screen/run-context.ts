import { useStore } from 'zustand';
import type { Run, RunView } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { useClocks } from '#src/outcomes/clock.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import type { RunMoment } from '#src/features/webhooks/run/describe-run.ts';
import { useOnce } from '#src/features/webhooks/run/use-once.ts';
import { useRunner } from '#src/features/webhooks/run/workspace-runner.ts';

export const [RunContext, useRun] = createRequiredContext<RunView & { moment: RunMoment }>('useRun');

export const useRunMoment = (run: Run): RunMoment => {
  const { service, config } = useWorkspace();
  const runner = useRunner();
  const { own, phase } = useStore(runner.state);
  const perSecond = useStore(service.queue.store, (queue) => queue.perSecond);
  const { epochMs } = useClocks();
  const isHere = phase !== 'idle' && own?.run.id === run.id;
  return {
    epochMs,
    isHere,
    hasFailed: isHere && phase === 'failed',
    isOffline: isHere && runner.isOffline(),
    awaitedHost: isHere && runner.awaitsToken() ? new URL(config.oidc.authority).host : undefined,
    waitMs: isHere ? runner.waitMs() : undefined,
    remainingMs: isHere && run.status === 'running' ? runner.remainingMs() : undefined,
    limitedTo: perSecond < config.api.maxRequestsPerSecond ? perSecond : undefined,
  };
};

export const useResume = (runId: string) => {
  const runner = useRunner();
  const { data, isPending, act } = useOnce(['run', 'resume'], () => runner.resume(runId));
  return {
    reason: typeof data === 'string' ? data : undefined,
    isResuming: isPending,
    resume: () => act(undefined),
  };
};
