import { navigate } from 'wouter/use-browser-location';
import type { Run } from '#src/journal/runs/run.ts';
import { leaveOrAsk } from '#src/ui/overlays/leave-guard.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { BULK_PATH, pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { standingWords } from './run-words.ts';

/** Says where a run that this page saw being sent ends or stands still by itself, to whoever looks at something else. */
export const createRunToast = () => {
  let sent: string | undefined;
  return (run: Run | undefined): void => {
    if (run?.status === 'running') sent = run.id;
    if (!run || run.id !== sent || run.status === 'running' || run.counts.sending > 0) return;
    sent = undefined;
    if (run.pause?.why === 'person' || location.pathname.startsWith(BULK_PATH)) return;
    const { accepted, refused } = run.counts;
    const hasTrouble = run.status === 'paused' || refused > 0;
    showToast({
      tone: hasTrouble ? 'bad' : accepted === run.total ? 'ok' : 'plain',
      text: standingWords(run),
      action: { label: 'Open', run: () => leaveOrAsk(() => navigate(pathOfRun(run.id))) },
    });
  };
};
