import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Outcome } from '#src/api/outcome.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { Waiting } from '#src/outcomes/Waiting.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { SecretField, SegmentedField, TextField } from '#src/ui/forms/Field.tsx';
import { isFirstClick } from '#src/ui/forms/first-click.ts';
import { holdPage } from '#src/ui/overlays/leave-guard.ts';
import { FormMessage } from './FormMessage.tsx';
import { invisibleFields, invisibleNote, type InvisibleField } from './invisible-fields.ts';
import { InvisibleDialog } from './InvisibleDialog.tsx';
import { replacesText, type SentRequest } from './messages.ts';
import { providerMutations, useRunning } from './mutations.ts';
import { phoneDoubt } from './phone.ts';
import {
  FIELD_IDS,
  FIELD_NAMES,
  isPadded,
  providerSchema,
  toRequest,
  withoutBlanks,
  type FieldName,
  type ProviderFields,
} from './provider.ts';
import styles from './ProviderForm.module.css';

const HOLD = {
  title: 'Leave without saving?',
  text: 'What you typed here has not been saved. Leaving clears it.',
};

const EMPTY: ProviderFields = { accountSid: '', authToken: '', phoneNumber: '', voiceProvider: '' };

const isMac = /^(?:Mac|iP)/.test(navigator.platform);

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ');

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
  const [isTokenPadded, setTokenPadded] = useState(false);
  const [doubt, setDoubt] = useState<string>();
  const [invisible, setInvisible] = useState<Partial<Record<FieldName, string | undefined>>>({});
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

  /** A fault goes as soon as it is corrected, and comes only with the next attempt. */
  const recheck = (name: FieldName) => {
    if (invisible[name]) setInvisible({ ...invisible, [name]: undefined });
    if (errors[name]) void trigger(name);
  };

  const noteInvisible = (name: FieldName) =>
    setInvisible((notes) => ({ ...notes, [name]: invisibleNote(name, getValues(name)) }));

  const settle = (fields: Omit<ProviderFields, 'authToken'>, outcome: Outcome) => {
    if (outcome.kind === 'accepted') {
      resetField('authToken');
      reset({ ...fields, authToken: '' }, { keepValues: true });
      setTokens((count) => count + 1);
      setTokenPadded(false);
      setInvisible((notes) => ({ ...notes, authToken: undefined }));
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
    if (event.key === 'Enter' && (isMac ? event.metaKey : event.ctrlKey)) submit(event);
  };

  const checkPhone = async () => {
    const phoneNumber = getValues('phoneNumber');
    const found = await phoneDoubt(phoneNumber);
    if (getValues('phoneNumber') === phoneNumber) setDoubt(found);
  };

  const field = (name: FieldName) => ({
    id: FIELD_IDS[name],
    required: true,
    readOnly: isSaving,
    error: errors[name]?.message,
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
        <TextField
          label="Account SID"
          code
          hint={invisible.accountSid}
          {...field('accountSid')}
          {...register('accountSid', {
            setValueAs: withoutBlanks,
            onChange: () => recheck('accountSid'),
            onBlur: () => noteInvisible('accountSid'),
          })}
        />
        <SecretField
          key={tokens}
          label="Auth token"
          secret="auth token"
          hint={joined(
            'Sent once and never kept in this browser.',
            isTokenPadded ? 'It has a blank at one end, which is sent too.' : undefined,
            invisible.authToken,
          )}
          {...field('authToken')}
          {...register('authToken', {
            onChange: () => {
              setTokenPadded(false);
              recheck('authToken');
            },
            onBlur: () => {
              setTokenPadded(isPadded(getValues('authToken')));
              noteInvisible('authToken');
            },
          })}
        />
        <TextField
          label="Phone number"
          type="tel"
          hint={joined('With the country code, such as +44 20 7946 0018.', doubt, invisible.phoneNumber)}
          {...field('phoneNumber')}
          {...register('phoneNumber', {
            setValueAs: withoutBlanks,
            onChange: () => {
              setDoubt(undefined);
              recheck('phoneNumber');
            },
            onBlur: () => {
              void checkPhone();
              noteInvisible('phoneNumber');
            },
          })}
        />
        <SegmentedField
          legend="Voice provider"
          wide
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
            aria-keyshortcuts={isMac ? 'Meta+Enter' : 'Control+Enter'}
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
                <kbd>{isMac ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd>
              </span>
              <p className={styles['replaces']}>{replacesText(voiceProvider)}</p>
            </>
          )}
        </div>
      </form>
      {asked && (
        <InvisibleDialog
          fields={asked}
          onBack={() => setAsked(undefined)}
          onSend={() => submit(undefined, true)}
        />
      )}
    </>
  );
};
