import { useRef, type KeyboardEvent } from 'react';
import { useScope } from '#src/journal/scope.ts';
import { Button } from '#src/ui/Button.tsx';
import { SecretField, SegmentedField, TextField } from '#src/ui/Field.tsx';
import { FormNote } from './FormNote.tsx';
import { InvisibleDialog } from './InvisibleDialog.tsx';
import { FIELD_NAMES } from './provider.ts';
import styles from './ProviderForm.module.css';
import { useProviderForm } from './use-provider-form.ts';
import { Waiting } from './Waiting.tsx';
import { replacesWords, type SentRequest } from './words.ts';

const isMac = /^(?:Mac|iP)/.test(navigator.platform);

const chooseNotSet = (radio: HTMLInputElement | null) => {
  if (radio?.value === '') radio.checked = true;
};

/** The fields that a save sends, with the note about what came of the last one above them. */
export const ProviderForm = ({
  noted,
  ...tells
}: {
  noted: SentRequest | undefined;
  onBegin: () => void;
  onSent: (sent: SentRequest) => void;
  onDirty: (isDirty: boolean) => void;
}) => {
  const { provider } = useScope().config;
  const { formRef, tokenRef, ...fields } = useProviderForm(tells);
  const { faults, running, saveProvider } = fields;
  const saveButton = useRef<HTMLButtonElement>(null);
  const isSaving = running?.operation === 'save';

  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(isMac ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    saveProvider();
  };

  return (
    <>
      <FormNote
        noted={noted}
        faulty={FIELD_NAMES.filter((name) => faults[name])}
        onChoose={fields.focus}
        onSaveAgain={() => {
          // The note goes, and with it the button that had the focus.
          saveButton.current?.focus();
          saveProvider();
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of all fields at once */}
      <form
        ref={formRef}
        className={styles['form']}
        noValidate
        onKeyDown={pressKey}
        onSubmit={(event) => {
          event.preventDefault();
          saveProvider();
        }}
      >
        <TextField
          id="account-sid"
          name="accountSid"
          label="Account SID"
          code
          required
          readOnly={isSaving}
          hint={fields.invisible.accountSid}
          error={faults.accountSid}
          onInput={() => fields.type('accountSid')}
          onBlur={() => fields.checkInvisible('accountSid')}
        />
        <SecretField
          key={fields.tokens}
          id="auth-token"
          name="authToken"
          ref={tokenRef}
          label="Auth token"
          secret="auth token"
          required
          readOnly={isSaving}
          hint={[
            'Sent once and never kept in this browser.',
            fields.padded && 'It has a blank at one end, which is sent too.',
            fields.invisible.authToken,
          ]
            .filter(Boolean)
            .join(' ')}
          error={faults.authToken}
          onInput={() => fields.type('authToken')}
          onBlur={() => {
            fields.checkToken();
            fields.checkInvisible('authToken');
          }}
        />
        <TextField
          id="phone-number"
          name="phoneNumber"
          label="Phone number"
          type="tel"
          required
          readOnly={isSaving}
          hint={[
            'With the country code, such as +44 20 7946 0018.',
            fields.doubt,
            fields.invisible.phoneNumber,
          ]
            .filter(Boolean)
            .join(' ')}
          error={faults.phoneNumber}
          onInput={() => fields.type('phoneNumber')}
          onBlur={() => {
            fields.checkPhone();
            fields.checkInvisible('phoneNumber');
          }}
        />
        <SegmentedField
          legend="Voice provider"
          wide
          hint="Not set leaves this field out of the request. The service doesn’t say what it then uses."
          choices={[
            { value: '', label: 'Not set' },
            ...provider.voiceProviders.map(({ value, label }) => ({
              value,
              label: <span className="mono">{label}</span>,
            })),
          ]}
          input={{
            name: 'voiceProvider',
            ref: chooseNotSet,
            onChange: (event) => fields.chooseVoiceProvider(event.target.value),
          }}
        />
        <div className={styles['send']}>
          <Button
            ref={saveButton}
            type="submit"
            variant="primary"
            size="lg"
            busy={isSaving}
            aria-disabled={running !== undefined}
            aria-keyshortcuts={isMac ? 'Meta+Enter' : 'Control+Enter'}
            onClick={(event) => {
              // The second click of a double click may come after the answer, to a form without a token.
              if (event.detail > 1) event.preventDefault();
            }}
          >
            {isSaving ? 'Saving…' : 'Save configuration'}
          </Button>
          {isSaving ? (
            <Waiting since={running.since} />
          ) : (
            <>
              <span className={styles['keys']}>
                <kbd>{isMac ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd>
              </span>
              <p className={styles['replaces']}>{replacesWords(fields.voiceProvider)}</p>
            </>
          )}
        </div>
      </form>
      {fields.asked && (
        <InvisibleDialog fields={fields.asked} onBack={fields.keepTyping} onSend={fields.sendAsTyped} />
      )}
    </>
  );
};
