import { useJournalRead } from '#src/journal/use-journal.ts';
import { formatDay, formatTime } from '#src/lib/timestamp.ts';
import { Note } from '#src/ui/Note.tsx';
import { isPairEntry } from './change.ts';
import { isSamePair, type PairValues } from './pair.ts';
import { VERBS } from './words.ts';
import styles from './PairForm.module.css';

/**
 * What this browser last saw accepted for the pair in the form; nothing where it saw nothing. The answer beside it
 * needs no repetition.
 */
export const LastAccepted = ({
  pair,
  answeredEntry,
}: {
  pair: PairValues;
  answeredEntry: string | undefined;
}) => {
  const { campaignId, webhookId } = pair;
  const read = useJournalRead(
    (journal) => journal.lastAccepted(campaignId, webhookId),
    JSON.stringify([campaignId, webhookId]),
  );
  const entry = read?.value;
  if (!read || !entry || !isPairEntry(entry)) return null;
  // The reading for the pair that was typed before may still stand.
  if (!isSamePair(entry, pair) || entry.id === answeredEntry) return null;
  const { plain, capital } = VERBS[entry.operation];
  const day = formatDay(entry.at, read.at);
  const when = `${day === 'Today' ? '' : `${day}, `}${formatTime(entry.at)}`;
  return (
    <div className={styles['last']}>
      <Note tone="info" title={`${capital} accepted at ${when}`}>
        This browser’s last accepted operation for this pair was {plain}, at {when.replace(/:\d\d$/, '')}.
        What a second {plain} does is not documented.
      </Note>
    </div>
  );
};
