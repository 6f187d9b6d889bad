import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { ProviderChange } from '#src/log/entry.ts';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { RequestIdLine } from '#src/outcomes/Outcome.tsx';
import { getSentKind, OUTCOMES } from '#src/outcomes/messages.ts';
import { PROVIDER_WORDS } from './provider-changes.ts';
import styles from './provider.module.css';

/** `Saved SID ending 17e, phone ending 0018`, `Save SID ending 17e: refused, 400` */
const EntryTitle = ({ entry }: { entry: ProviderChange }) => {
  const { operation, status } = entry;
  const { sidEnding, phoneEnding } = operation === 'save' ? entry : {};
  const kind = getSentKind(entry);
  const words = PROVIDER_WORDS[operation];
  const [before, after] = OUTCOMES[kind].sentence(words, status);
  return (
    <p>
      {before}
      {sidEnding && (
        <>
          {' '}
          SID ending <span className="mono">{escapeInvisible(sidEnding)}</span>
        </>
      )}
      {kind === 'accepted' && phoneEnding && `, phone ending ${escapeInvisible(phoneEnding)}`}
      {after}
    </p>
  );
};

const describeDetails = (entry: ProviderChange): string => {
  const { outcome, status } = entry;
  if (outcome === 'not-sent') return OUTCOMES[outcome].answer(entry);
  if (outcome !== 'accepted') return '';
  if (entry.operation === 'save') return entry.voiceProvider ?? 'Voice provider not sent';
  return status === 200 ? '' : `Answered ${status}, expected 200`;
};

export const ProviderHistory = () => {
  const isDurable = useStore(useLog().state, (state) => state.isDurable);
  const { data, dataUpdatedAt } = useQuery(logQueries.providerChanges(useWorkspace(), 50));
  const entries = data?.entries;
  return (
    <section aria-label="Sent from this browser" aria-busy={!entries}>
      <SidePanelHeader>
        <h2>Sent from this browser</h2>
      </SidePanelHeader>
      {entries?.length === 0 && <p className="second">Nothing sent yet.</p>}
      {entries && entries.length > 0 && (
        <EventList ruled label="Sent from this browser">
          {entries.map((entry) => (
            <EventListItem
              key={entry.id}
              at={entry.at}
              time={formatMoment(entry.at, dataUpdatedAt)}
              look={OUTCOMES[getSentKind(entry)].look}
            >
              <EntryTitle entry={entry} />
              {describeDetails(entry) && <p className="quiet">{describeDetails(entry)}</p>}
              <RequestIdLine requestId={entry.requestId} />
            </EventListItem>
          ))}
        </EventList>
      )}
      {entries && !isDurable && (
        <p className={`hint ${styles['end']}`}>This list isn’t saved: it ends when you close the page.</p>
      )}
    </section>
  );
};
