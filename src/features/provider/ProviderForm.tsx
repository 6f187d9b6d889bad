import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Outcome } from '#src/api/outcome.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Waiting } from '#src/outcomes/Waiting.tsx';
import { commandKey, hasCommandKey, isMac } from '#src/ui/keys.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { SecretField, SegmentedField, TextField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { holdPage } from '#src/ui/overlays/leave-guard.ts';
import { fieldNote, invisibleFields, type InvisibleField } from './field-notes.ts';
import { FormMessage } from './FormMessage.tsx';
import { replacesText, type SentRequest } from './messages.ts';
import { providerMutations, useRunning } from './mutations.ts';
import {
  FIELD_LABELS,
  FIELD_NAMES,
  providerSchema,
  toRequest,
  type FieldName,
  type ProviderFields,
} from './provider.ts';
import styles from './provider.module.css';

const HOLD = {
  title: 'Leave without saving?',
  text: 'What you typed here has not been saved. Leaving clears it.',
};

const EMPTY: ProviderFields = { accountSid: '', authToken: '', phoneNumber: '', voiceProvider: '' };

const HINTS: Partial<Record<FieldName, string>> = {
  authToken: 'Sent once and never kept in this browser.',
  phoneNumber: 'With the country code, such as +44 20 7946 0018.',
};

/** Asks before characters are sent that nobody can see: they often come with pasting, and are never dropped here. */
const InvisibleQuestion = ({
  fields,
  onBack,
  onSend,
}: {
  fields: readonly InvisibleField[];
  onBack: () => void;
  onSend: () => void;
}) => (
  <ConfirmDialog
    title="Send characters that can’t be seen?"
    action="Send as typed"
    variant="primary"
    onBack={onBack}
    onConfirm={onSend}
  >
    <p className="second">What will be sent contains characters that can’t be seen:</p>
    <ul>
      {fields.map(({ name, characters, marked }) => (
        <li key={name}>
          {FIELD_LABELS[name]}: {characters}
          {marked !== undefined && (
            <>
              {' in '}
              <bdi className="mono">{marked}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  </ConfirmDialog>
);

/** The fields that a save sends, with the message about what came of the last one above them. */
export const ProviderForm = ({
  noted,
  onBegin,
  onSent,
  onDirty,
}: {
  noted: SentRequest | undefined;
  onBegin: () => void;
  onSent: (sent: SentRequest) => void;
  onDirty: (isDirty: boolean) => void;
}) => {
  const workspace = useWorkspace();
  const { running, isRunning } = useRunning();
  const { control, formState, getValues, handleSubmit, register, reset, resetField, setFocus, trigger } =
    useForm({
      resolver: zodResolver(providerSchema),
      defaultValues: EMPTY,
      reValidateMode: 'onSubmit',
    });
  const { errors, isDirty } = formState;
  const voiceProvider = useWatch({ control, name: 'voiceProvider' });
  const save = useMutation(providerMutations.save(workspace, () => getValues('authToken')));
  const [notes, setNotes] = useState<Partial<Record<FieldName, string>>>({});
  /** What is to be sent with characters that can't be seen, while the person is asked about it. */
  const [asked, setAsked] = useState<readonly InvisibleField[]>();
  /** Counts the tokens sent and cleared: each has an input of its own, so that no undo brings one back. */
  const [tokens, setTokens] = useState(0);
  const saveButton = useRef<HTMLButtonElement>(null);
  const isSaving = running?.operation === 'save';

  useEffect(() => (isDirty ? holdPage(HOLD) : undefined), [isDirty]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // The form and its inputs live on for a while after the page was left: not with the secret.
  useEffect(() => () => resetField('authToken'), [resetField]);

  const setNote = (name: FieldName, note: string) => setNotes((all) => ({ ...all, [name]: note }));

  const settle = (fields: Omit<ProviderFields, 'authToken'>, outcome: Outcome) => {
    if (outcome.kind === 'accepted') {
      resetField('authToken');
      // From here on nothing is unsaved, but for a voice provider that was chosen meanwhile.
      reset({ ...getValues(), voiceProvider: fields.voiceProvider }, { keepValues: true });
      setTokens((count) => count + 1);
      setNote('authToken', '');
    }
    onSent({ operation: 'save', values: toRequest(fields), outcome });
  };

  const send = ({ authToken: _secret, ...fields }: ProviderFields) => {
    // Again, since a second press may come while the fields are checked.
    if (isRunning()) return;
    save.mutate(toRequest(fields), { onSuccess: ({ outcome }) => settle(fields, outcome) });
  };

  /** Asks first where there is something that can't be seen; `isAnswered`: the person wants it sent as it is. */
  const submit = (event?: SyntheticEvent, isAnswered = false) => {
    event?.preventDefault();
    setAsked(undefined);
    // Asked of the cache, since a second press may come before anything is drawn again.
    if (isRunning()) return;
    onBegin();
    void handleSubmit((fields) => {
      const unseen = isAnswered ? [] : invisibleFields(fields);
      if (unseen.length > 0) setAsked(unseen);
      else send(fields);
    })();
  };

  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hasCommandKey(event)) submit(event);
  };

  const field = (name: FieldName) => ({
    id: name,
    label: FIELD_LABELS[name],
    hint: notes[name] || HINTS[name] || '',
    error: errors[name]?.message,
    required: true,
    readOnly: isSaving,
    ...register(name, {
      onChange: () => {
        if (notes[name]) setNote(name, '');
        // A fault goes as soon as it is corrected, and comes only with the next attempt.
        if (errors[name]) void trigger(name);
      },
      onBlur: async () => {
        const value = getValues(name);
        const note = await fieldNote(name, value);
        if (getValues(name) === value) setNote(name, note);
      },
    }),
  });

  return (
    <>
      <FormMessage
        noted={noted}
        faulty={FIELD_NAMES.filter((name) => errors[name])}
        onChoose={(name) => setFocus(name)}
        onSaveAgain={() => {
          // The message goes, and with it the button that had the focus.
          saveButton.current?.focus();
          submit();
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of all fields at once */}
      <form className={styles['form']} noValidate onKeyDown={pressKey} onSubmit={submit}>
        <TextField code {...field('accountSid')} />
        <SecretField key={tokens} secret="auth token" {...field('authToken')} />
        <TextField type="tel" {...field('phoneNumber')} />
        <SegmentedField
          legend="Voice provider"
          hint="If not set, the field isn’t sent."
          choices={[
            { value: '', label: 'Not set' },
            ...workspace.config.provider.voiceProviders.map(({ value, label }) => ({
              value,
              label: <span className="mono">{label}</span>,
            })),
          ]}
          input={register('voiceProvider')}
        />
        <div className={styles['send']}>
          <Button
            ref={saveButton}
            type="submit"
            variant="primary"
            size="lg"
            busy={isSaving}
            aria-disabled={running !== undefined}
            aria-keyshortcuts={isMac() ? 'Meta+Enter' : 'Control+Enter'}
            // The second click of a double click may come after the answer, to a form without a token.
            onClick={(event) => isFirstClick(event) || event.preventDefault()}
          >
            {isSaving ? 'Saving…' : 'Save configuration'}
          </Button>
          {isSaving ? (
            <span className="quiet">
              <Waiting since={running.since} />
            </span>
          ) : (
            <>
              <span className={styles['keys']}>
                <kbd>{commandKey()}</kbd> <kbd>Enter</kbd>
              </span>
              <p className={`hint ${styles['replaces']}`}>{replacesText(voiceProvider)}</p>
            </>
          )}
        </div>
      </form>
      {asked && (
        <InvisibleQuestion
          fields={asked}
          onBack={() => setAsked(undefined)}
          onSend={() => submit(undefined, true)}
        />
      )}
    </>
  );
};
