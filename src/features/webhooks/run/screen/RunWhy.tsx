import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { refusalWords } from '#src/features/webhooks/run/refusal.ts';
import type { Runner } from '#src/features/webhooks/run/runner.ts';
import { useRun } from './run-context.ts';

/** Why nothing was begun. */
export type Why = 'busy' | 'changed' | 'unreadable' | 'unwritten' | 'gone' | 'refused' | 'full';

const Other = ({ runner }: { runner: Runner }) => {
  const ownId = useRun().run.id;
  const current = useSyncExternalStore(runner.subscribe, runner.current);
  const other = current?.record.run().id;
  if (other === undefined || other === ownId) {
    return 'This browser was about to send already, so nothing was begun by this. Try again once nothing is being sent.';
  }
  return (
    <>
      This browser is sending <Link href={pathOfRun(other)}>another run</Link>. Only one is sent at a time:
      wait until it is over, or pause it.
    </>
  );
};

/** Says near the buttons why what was asked for could not be begun. */
export const RunWhy = ({ why, runner }: { why: Why; runner: Runner }) => {
  switch (why) {
    case 'busy':
      return <Other runner={runner} />;
    case 'changed':
      return 'This run has gone on or was called off meanwhile, so nothing was begun. It is shown as it stands now.';
    case 'unreadable':
      return 'This browser’s storage does not say what another tab has sent of this run, so nothing was sent. Try again; where its storage was cleared, this run can’t go on.';
    case 'unwritten':
      return 'This browser’s storage takes nothing at present. What came back last is known to this tab alone: keep it open until it is written down, or export what is known.';
    case 'gone':
      return 'This run is not in this browser’s storage any more, as where somebody has cleared it, so it can’t go on. Export what is known: the file can be read as a new list.';
    case 'refused':
    case 'full':
      return refusalWords(why);
  }
};
