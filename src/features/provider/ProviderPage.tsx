import { useRef, useState, useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { MainPanel, PageLayout, SidePanel, SidePanelHeader } from '#src/ui/page/PageLayout.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import type { Config } from '#src/config.ts';
import type { ProviderRow } from '#src/log/entry.ts';
import { useLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { EventList, EventListItem } from '#src/ui/EventList.tsx';
import { RequestIdLine, toastIfLeft, Waiting } from '#src/outcomes/Outcome.tsx';
import { getQuote, getSentKind, OUTCOMES } from '#src/outcomes/messages.ts';
import { getOutcomeKind } from '#src/api/outcome.ts';
import { cancelQueuedWrite, useDeleteProvider, WRITE_KEYS } from '#src/api/hooks.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { nameVoiceProvider, PROVIDER_WORDS, useProviderChanges } from './provider-changes.ts';
import { REQUIRED_FIELDS } from './fields.ts';
import styles from './provider.module.css';

/** A deletion can't be undone, so it is confirmed by typing the environment's name. */
const DeleteQuestion = ({ onBack, onConfirm }: { onBack: () => void; onConfirm: () => void }) => {
  const { config, person } = useWorkspace();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const confirmation = config.environment ?? 'delete';
  const isConfirmed = typed.trim().toLowerCase() === confirmation.toLowerCase();
  return (
    <ConfirmDialog
      title="Delete provider configuration?"
      action="Delete configuration"
      disabled={!isConfirmed}
      onBack={onBack}
      onConfirm={onConfirm}
    >
      <p className="second">
        The service removes the stored {REQUIRED_FIELDS} for <b>{person.name}</b>
        {config.environment && (
          <>
            {' '}
            on <b>{config.environment}</b>
          </>
        )}
        . You will need to enter them again.
      </p>
      <TextField
        label={
          <>
            Type <kbd className="mono">{confirmation}</kbd> to confirm
          </>
        }
        code
        value={typed}
        error={isRefused ? `Type “${confirmation}” to delete the configuration` : undefined}
        // While the button is disabled, the browser doesn't submit the form.
        onKeyDown={({ key }) => key === 'Enter' && setRefused(!isConfirmed)}
        onChange={({ target }) => {
          setTyped(target.value);
          setRefused(false);
        }}
      />
    </ConfirmDialog>
  );
};

const DeleteConfiguration = ({ onAccepted }: { onAccepted: () => void }) => {
  const id = useId();
  const { running, isRunning } = useProviderChanges();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useDeleteProvider();
  const isDeleting = running?.operation === 'delete';
  const button = useRef<HTMLButtonElement>(null);

  const deleteProvider = () => {
    setAsking(false);
    if (isRunning()) return;
    const sent = mutateAsync();
    void toastIfLeft('Deletion of the provider configuration', sent);
    void sent.then(
      (outcome) => {
        if (getOutcomeKind(outcome) === 'accepted') onAccepted();
      },
      // Storage took no entry, so nothing was sent.
      () => undefined,
    );
  };

  return (
    <section className={styles['danger']} aria-labelledby={id}>
      <div>
        <h2 id={id}>Delete configuration</h2>
        <p className="second">Removes {REQUIRED_FIELDS}.</p>
        {isDeleting && (
          <p className="quiet">
            <Waiting
              since={running.since}
              onCancel={() => {
                button.current?.focus();
                cancelQueuedWrite(WRITE_KEYS.delete);
              }}
            />
          </p>
        )}
      </div>
      <Button
        ref={button}
        variant="risk"
        busy={isDeleting}
        aria-disabled={running !== undefined}
        onClick={() => isRunning() || setAsking(true)}
      >
        {isDeleting ? 'Deleting…' : 'Delete configuration…'}
      </Button>
      {isAsking && <DeleteQuestion onBack={() => setAsking(false)} onConfirm={deleteProvider} />}
    </section>
  );
};

/** `Saved SID ending 17e, phone ending 0018`, `Save SID ending 17e: refused, 400` */
const EntryTitle = ({ entry }: { entry: ProviderRow }) => {
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

const describeDetails = (entry: ProviderRow, provider: Config['provider']): string => {
  const { outcome, status } = entry;
  if (outcome === 'not-sent') return OUTCOMES[outcome].answer(entry);
  if (outcome !== 'accepted') return '';
  if (entry.operation === 'save')
    return entry.voiceProvider ? nameVoiceProvider(provider, entry.voiceProvider) : 'Voice provider not sent';
  return status === 200 ? '' : `Answered ${status}, expected 200`;
};

const EntryDetails = ({ entry }: { entry: ProviderRow }) => {
  const details = describeDetails(entry, useWorkspace().config.provider);
  const quote = getQuote(entry);
  if (details === '' && quote === undefined) return null;
  return (
    <p className="quiet">
      {details}
      {details !== '' && quote !== undefined && ', '}
      {quote !== undefined && <q>{escapeInvisible(quote)}</q>}
    </p>
  );
};

const ProviderHistory = () => {
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
              <EntryDetails entry={entry} />
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

export const ProviderPage = () => {
  // A ref, since it is read when the answer comes.
  const isDirty = useRef(false);
  const [formKey, setFormKey] = useState(0);
  // The saved values are deleted now. What was typed since is kept.
  const clearForm = () => {
    if (!isDirty.current) setFormKey((count) => count + 1);
  };
  return (
    <PageLayout form>
      <Title>Provider</Title>
      <MainPanel>
        <div className={classes('page stack', styles['content'])}>
          <h1>Provider</h1>
          <ProviderForm
            key={formKey}
            onDirty={(now) => {
              isDirty.current = now;
            }}
          />
          <DeleteConfiguration onAccepted={clearForm} />
        </div>
      </MainPanel>
      <SidePanel label="History" className={styles['side']}>
        <ProviderHistory />
      </SidePanel>
    </PageLayout>
  );
};
