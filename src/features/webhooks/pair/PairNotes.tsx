import { InRunNote } from './InRunNote.tsx';
import { LastAccepted } from './LastAccepted.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';

/** What there is to know of the pair in the form before it is sent. */
export const PairNotes = ({
  pair,
  answeredEntry,
}: {
  pair: PairValues;
  answeredEntry: string | undefined;
}) => (
  <>
    <InRunNote pair={pair} />
    <LastAccepted pair={pair} answeredEntry={answeredEntry} />
  </>
);
