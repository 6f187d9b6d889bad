import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { getEntryKind, type LoggedChange } from '#src/log/entry.ts';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { RequestIdLine } from '#src/outcomes/Outcome.tsx';
import { WITH_MESSAGE, WITH_MESSAGE_LABEL } from '#src/outcomes/outcome-looks.ts';
import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import styles from './provider.module.css';

type EntryLook = { tone: Tone; icon?: IconName; save: string; delete: string };

const ENTRY_LOOKS: Record<ReturnType<typeof getEntryKind>, EntryLook> = {
  sending: { tone: 'wait', save: 'Saving', delete: 'Deleting' },
  accepted: { tone: 'ok', save: 'Saved', delete: 'Deletion accepted' },
  'with-message': {
    ...WITH_MESSAGE,
    save: `Save ${WITH_MESSAGE_LABEL}`,
    delete: `Deletion ${WITH_MESSAGE_LABEL}`,
  },
  refused: { tone: 'bad', save: 'Save refused', delete: 'Deletion refused' },
  unknown: { tone: 'warn', save: 'Save', delete: 'Deletion' },
  'not-sent': { tone: 'none', save: 'Save not sent', delete: 'Deletion not sent' },
};

const describeEntry = (entry: LoggedChange): string =>
  ENTRY_LOOKS[getEntryKind(entry)][entry.operation === 'save' ? 'save' : 'delete'];

/** `Saved SID ending 17e, phone ending 0018`, `Save refused, SID ending 17e`, `Deletion: no answer` */
const EntryTitle = ({ entry }: { entry: LoggedChange }) => {
  const { operation, outcome, status, sidEnding, phoneEnding } = entry;
  const isSaved = getEntryKind(entry) === 'accepted' && operation === 'save';
  return (
    <p>
      {describeEntry(entry)}
      {sidEnding && (
        <>
          {isSaved ? ' ' : ', '}SID ending <span className="mono">{escapeInvisible(sidEnding)}</span>
        </>
      )}
      {isSaved && phoneEnding && `, phone ending ${escapeInvisible(phoneEnding)}`}
      {outcome === 'unknown' && (status === undefined ? ': no answer' : `: answered ${status}`)}
    </p>
  );
};

const describeAnswer = ({ operation, outcome, status, voiceProvider }: LoggedChange): string => {
  switch (outcome) {
    case 'sending':
      return 'Waiting for an answer';
    case 'accepted':
      if (operation === 'save') return `${voiceProvider ?? 'Voice provider not sent'}, answered ${status}`;
      return `Answered ${status}${status === 200 ? '' : ', expected 200'}`;
    case 'refused':
      return `Answered ${status}`;
    case 'unknown':
      return 'Outcome unknown';
    case 'not-sent':
      return status === undefined ? '' : `Answered ${status}, not sent again`;
  }
};

export const ProviderHistory = () => {
  const isDurable = useStore(useLog().state, (state) => state.isDurable);
  const { data, dataUpdatedAt } = useQuery(logQueries.sent(useWorkspace(), 'provider', 50));
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
              look={{ ...ENTRY_LOOKS[getEntryKind(entry)], spin: entry.outcome === 'sending' }}
            >
              <EntryTitle entry={entry} />
              {describeAnswer(entry) && <p className="quiet">{describeAnswer(entry)}</p>}
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
