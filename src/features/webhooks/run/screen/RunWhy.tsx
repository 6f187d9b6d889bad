import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { GONE_WORDS, refusalWords, UNWRITTEN_WORDS } from '#src/features/webhooks/run/run-words.ts';
import type { Runner } from '#src/features/webhooks/run/runner.ts';

/** Why nothing was begun. */
export type Why = 'busy' | 'changed' | 'unreadable' | 'unwritten' | 'gone' | 'refused' | 'full';

const Other = ({ runner, ownId }: { runner: Runner; ownId: string }) => {
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
export const RunWhy = ({ why, runner, ownId }: { why: Why; runner: Runner; ownId: string }) => {
  switch (why) {
    case 'busy':
      return <Other runner={runner} ownId={ownId} />;
    case 'changed':
      return 'This run has gone on or was called off meanwhile, so nothing was begun. It is shown as it stands now.';
    case 'unreadable':
      return 'This browser’s storage does not say what another tab has sent of this run, so nothing was sent. Try again; where its storage was cleared, this run can’t go on.';
    case 'unwritten':
      return UNWRITTEN_WORDS;
    case 'gone':
      return GONE_WORDS;
    case 'refused':
    case 'full':
      return refusalWords(why);
  }
};
