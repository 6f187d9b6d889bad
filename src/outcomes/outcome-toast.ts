import { navigate } from 'wouter/use-browser-location';
import { getOutcomeKind, type Outcome } from '#src/api/outcome.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { leaveOrAsk } from '#src/ui/overlays/leaving.ts';
import { formatOutcome } from './messages.ts';

/** Says how a write ended if its page was left, and leads back. Pass it what was just sent. */
export const toastIfLeft = async (what: string, sent: Promise<Outcome>): Promise<void> => {
  const path = location.pathname;
  // Storage took no entry, so nothing was sent.
  const kind = await sent.then(getOutcomeKind, () => 'not-sent' as const);
  if (location.pathname === path) return;
  showToast({
    tone: kind === 'accepted' ? 'ok' : 'bad',
    text: `${what}: ${formatOutcome({ outcome: kind })}`,
    action: { label: 'Show', run: () => leaveOrAsk(() => navigate(path)) },
  });
};
