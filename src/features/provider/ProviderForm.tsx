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
import { replacesText, type SentRequest } from './messages.ts';
import { providerMutations, useRunning } from './mutations.ts';
import { phoneDoubt } from './phone.ts';
import {
  FIELD_IDS,
  FIELD_NAMES,
  isPadded,
  providerSchema,
  toRequest,
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

const trimmed = (text: string): string => text.trim();

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
    if (errors[name]) void trigger(name);
  };

  const settle = (fields: Omit<ProviderFields, 'authToken'>, outcome: Outcome) => {
    if (outcome.kind === 'accepted') {
      resetField('authToken');
      reset({ ...fields, authToken: '' }, { keepValues: true });
      setTokens((count) => count + 1);
      setTokenPadded(false);
    }
    onSent({ operation: 'save', values: toRequest(fields), outcome });
  };

  const send = ({ authToken: _secret, ...fields }: ProviderFields) => {
    // Again, since a second press may come while the fields are checked.
    if (isRunning()) return;
    save.mutate(toRequest(fields), { onSuccess: ({ outcome }) => settle(fields, outcome) });
  };

  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    // Asked of the cache, since a second press may come before anything is drawn again.
    if (isRunning()) return;
    onBegin();
    void handleSubmit(send)();
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
          {...field('accountSid')}
          {...register('accountSid', { setValueAs: trimmed, onChange: () => recheck('accountSid') })}
        />
        <SecretField
          key={tokens}
          label="Auth token"
          secret="auth token"
          hint={`Sent once and never kept in this browser.${isTokenPadded ? ' It has a blank at one end, which is sent too.' : ''}`}
          {...field('authToken')}
          {...register('authToken', {
            onChange: () => {
              setTokenPadded(false);
              recheck('authToken');
            },
            onBlur: () => setTokenPadded(isPadded(getValues('authToken'))),
          })}
        />
        <TextField
          label="Phone number"
          type="tel"
          hint={`With the country code, such as +44 20 7946 0018.${doubt ? ` ${doubt}` : ''}`}
          {...field('phoneNumber')}
          {...register('phoneNumber', {
            setValueAs: trimmed,
            onChange: () => {
              setDoubt(undefined);
              recheck('phoneNumber');
            },
            onBlur: () => void checkPhone(),
          })}
        />
        <SegmentedField
          legend="Voice provider"
          wide
          hint="Not set leaves this field out of the request. The service doesn’t say what it then uses."
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
    </>
  );
};
