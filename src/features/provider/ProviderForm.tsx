import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, useSyncExternalStore, type SyntheticEvent, Fragment } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useHistoryState } from 'wouter/use-browser-location';
import { Link } from 'wouter';
import { cancelQueuedWrite, useUpdateProvider, WRITE_KEYS } from '#src/api/hooks.ts';
import { type Outcome, getOutcomeKind } from '#src/api/outcome.ts';
import { classes } from '#src/lib/classes.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { toastIfLeft, Waiting, OutcomeAlert } from '#src/outcomes/Outcome.tsx';
import { Button, SUBMIT_KEYS, SubmitKeys, useSubmitKeys } from '#src/ui/forms/Button.tsx';
import { SecretField, TextField, SegmentedField } from '#src/ui/forms/Field.tsx';
import { useCleanInput } from '#src/ui/forms/clean-input.ts';
import { useWarnings, type Attempt } from '#src/ui/forms/warnings.ts';
import { leaving } from '#src/ui/overlays/leaving.ts';
import { BASE } from '#src/lib/base.ts';
import { separatorAfter } from '#src/lib/count.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import {
  cleanValue,
  describeCleanedValue,
  EMPTY,
  FIELDS,
  findWarning,
  lowerFirst,
  providerSchema,
  toUpdate,
  type FieldName,
  type ProviderFields,
} from './fields.ts';
import { useProviderChanges, describeChange, type SettledChange } from './provider-changes.ts';
import styles from './provider.module.css';

type ChangeProps = {
  isFormCleared: boolean;
  /** The form was edited since. */
  onClose: (() => void) | undefined;
  onSaveAgain: () => void;
};

const ChangeMessage = ({
  change,
  isFormCleared,
  onClose,
  onSaveAgain,
}: ChangeProps & { change: SettledChange }) => {
  const { areas, config, service } = useWorkspace();
  const isSaved = change.operation === 'save' && getOutcomeKind(change.outcome) === 'accepted';
  const ref = useRef<HTMLDivElement>(null);
  // The focus stays in the form, where the next act is.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <OutcomeAlert
      message={describeChange(change, service.origins, config.provider, isFormCleared)}
      outcome={change.outcome}
      onAct={onSaveAgain}
      onClose={onClose}
      ref={ref}
    >
      {isSaved && areas.includes('calls') && (
        <>
          {' '}
          <Link href={`${BASE}calls`} state={{ focus: 'call-ids' }}>
            Watch a call
          </Link>{' '}
          to see that it works.
        </>
      )}
    </OutcomeAlert>
  );
};

const InvalidFields = ({
  invalid,
  onChoose,
}: {
  invalid: readonly (typeof FIELDS)[number][];
  onChoose: (name: FieldName) => void;
}) => (
  <Alert tone="bad" title="Nothing was sent" live="alert">
    Fix{' '}
    {invalid.map(({ name, label }, at) => (
      <Fragment key={name}>
        <a
          href={`#${name}`}
          onClick={(event) => {
            // Following the link would leave the unsaved form.
            event.preventDefault();
            onChoose(name);
          }}
        >
          {label}
        </a>
        {separatorAfter(at, invalid.length)}
      </Fragment>
    ))}
    .
  </Alert>
);

const FormMessage = ({
  change,
  invalid,
  onChoose,
  ...rest
}: ChangeProps & {
  change: SettledChange | undefined;
  invalid: readonly (typeof FIELDS)[number][];
  onChoose: (name: FieldName) => void;
}) => {
  // Newer than the fields' errors: they hide the change before them.
  if (change) return <ChangeMessage change={change} {...rest} />;
  if (invalid.length > 0) return <InvalidFields invalid={invalid} onChoose={onChoose} />;
  return <Alert tone="info" title="Stored values can’t be read back" />;
};

const askUnsaved = (isUnknown: boolean) => () => ({
  title: isUnknown ? 'Leave this form?' : 'Leave without saving?',
  text: isUnknown
    ? 'We can’t tell whether what you sent was saved. Leaving clears what you typed.'
    : 'What you typed here has not been saved. Leaving clears it.',
});
const askWhileSending = (operation: 'save' | 'delete', isDirty: boolean) => (leave: string) => {
  const next =
    leave === 'area' ? 'It goes on, and a message says how it ended.' : 'Its outcome then stays unknown.';
  return {
    title: `Leave while the ${operation === 'save' ? 'save' : 'deletion'} is on its way?`,
    text: `${next}${isDirty ? ' Leaving clears what you typed.' : ''}`,
  };
};

type Field = (typeof FIELDS)[number];

type FieldProps<One extends Field = Field> = { field: One; form: UseFormReturn<ProviderFields> };

/** Password managers would fill the user's own login into a text field and the password field below it. */
const WITHOUT_MANAGERS = {
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-form-type': 'other',
  'data-lpignore': true,
};

const TypedField = ({
  field,
  form: { formState, getValues, register, setValue, trigger },
  isReadOnly,
  attempt,
}: FieldProps<Extract<Field, { labels: RegExp }>> & { isReadOnly: boolean; attempt: Attempt }) => {
  const { name, label, hint, required, secret } = field;
  const error = formState.errors[name]?.message;
  const cleaned = useCleanInput((value) => setValue(name, value, { shouldDirty: true }), {
    clean: (typed) => cleanValue(field, typed),
    describe: (typed) => describeCleanedValue(field, typed),
  });
  const { session } = useWorkspace();
  const isSignedOut = useSyncExternalStore(session.subscribe, () => session.getState().state !== 'active');
  const props = {
    id: name,
    label,
    hint,
    note: cleaned.note,
    findWarning: () => (error ? undefined : findWarning(field, getValues(name))),
    attempt,
    error,
    required,
    readOnly: isReadOnly,
    ...WITHOUT_MANAGERS,
    ...cleaned.listeners,
    ...register(name, {
      // An error goes away as soon as it is corrected. A new one appears only on the next attempt to save.
      onChange: () => error && void trigger(name),
    }),
  };
  // The browser fills saved logins into a field for a password, but not into one for a new password.
  if (secret) {
    const managed = { secret: lowerFirst(label), autoComplete: 'new-password', isLocked: isSignedOut };
    return <SecretField {...managed} {...props} />;
  }
  return <TextField {...('type' in field ? { type: field.type } : { code: true })} {...props} />;
};

const VoiceProviderField = ({ field, form }: FieldProps) => {
  const choices = useWorkspace().config.provider.voiceProviders.map(({ value, label }) => ({
    value,
    label: <span className="mono">{label}</span>,
  }));
  return (
    <SegmentedField
      legend={field.label}
      hint={field.hint}
      segments={[{ value: '', label: 'Not set' }, ...choices]}
      input={form.register(field.name)}
    />
  );
};

/** Of the auth token alone, which no list of values may hold. */
const cleanToken = (typed: string): string => cleanValue(FIELDS[1], typed);

export const ProviderForm = ({ onDirty }: { onDirty: (isDirty: boolean) => void }) => {
  const { running, settled, isRunning } = useProviderChanges();
  const form = useForm({
    resolver: zodResolver(providerSchema),
    defaultValues: EMPTY,
    reValidateMode: 'onSubmit',
  });
  const { formState, getValues, handleSubmit, reset, resetField, setFocus } = form;
  const { errors, isDirty } = formState;
  const [openedAt] = useState(() => Date.now());
  const isFormCleared = settled !== undefined && settled.since < openedAt;
  const isUnknown = settled?.operation === 'save' && settled.outcome.kind === 'unknown' && !isFormCleared;
  const save = useUpdateProvider();
  /** `since` of the change whose message is hidden. */
  const [hiddenChange, setHiddenChange] = useState<number>();
  /** `since` of the change after which the form was edited. */
  const [editedAfter, setEditedAfter] = useState<number>();
  const isEdited = settled !== undefined && settled.since === editedAfter;
  const isAccepted = settled?.outcome.kind === 'accepted';
  const isHidden = settled?.since === hiddenChange || (isEdited && isAccepted);
  const hideChange = () => setHiddenChange(settled?.since);
  /** Each token gets a new input, so that the browser's undo can't bring back one that was sent. */
  const [clearedTokens, setClearedTokens] = useState(0);
  const saveButton = useRef<HTMLButtonElement>(null);
  const formElement = useRef<HTMLFormElement>(null);
  useSubmitKeys(formElement, 'Save configuration');
  const warnings = useWarnings(formElement);
  const isSaving = running?.operation === 'save';
  const sending = running?.operation;

  useEffect(() => {
    if (!sending && !isDirty) return undefined;
    const why = sending ? askWhileSending(sending, isDirty) : askUnsaved(isUnknown);
    return leaving.hold({ endsPage: false, why });
  }, [isDirty, isUnknown, sending]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const historyState = useHistoryState<unknown>();
  useEffect(() => {
    if (isRecord(historyState) && historyState['focus'] === 'accountSid') setFocus('accountSid');
  }, [historyState, setFocus]);
  // The form outlives the page for a while. The secret must not.
  useEffect(() => () => resetField('authToken'), [resetField]);

  const clearAccepted = (sentVoiceProvider: string, outcome: Outcome) => {
    if (outcome.kind !== 'accepted') return;
    resetField('authToken');
    // Nothing is unsaved now, unless another voice provider was chosen meanwhile.
    reset({ ...getValues(), voiceProvider: sentVoiceProvider }, { keepValues: true });
    setClearedTokens((count) => count + 1);
  };

  // Not inside `send`, whose variables include the token: the promise keeps what is around its callbacks.
  const startSave = (values: Omit<ProviderFields, 'authToken'>) => {
    const sent = save(toUpdate(values), cleanToken(getValues('authToken')));
    void toastIfLeft('Save of the provider configuration', sent);
    void sent.then(
      (outcome) => {
        clearAccepted(values.voiceProvider, outcome);
        const mustCorrect = outcome.kind === 'refused' && outcome.problem.kind === 'invalid';
        if (mustCorrect && saveButton.current?.form?.contains(document.activeElement)) setFocus('accountSid');
      },
      // Storage took no entry, so nothing was sent.
      () => undefined,
    );
  };

  const send = ({ authToken: _secret, ...values }: ProviderFields) => {
    // A second press can come while the fields are validated.
    if (isRunning()) return;
    // Else an earlier outcome would read as that of this press.
    if (warnings.holdsBack()) hideChange();
    else startSave(values);
  };

  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (isRunning()) return;
    void handleSubmit(send, hideChange)();
  };

  return (
    <>
      <FormMessage
        change={running || isHidden ? undefined : settled}
        invalid={FIELDS.filter(({ name }) => errors[name])}
        onChoose={(name) => setFocus(name)}
        isFormCleared={isFormCleared}
        onClose={isEdited ? hideChange : undefined}
        onSaveAgain={() => {
          // The message goes away, and its focused button with it.
          saveButton.current?.focus();
          submit();
        }}
      />
      <form
        ref={formElement}
        className={styles['form']}
        noValidate
        {...warnings.listeners}
        onInput={() => setEditedAfter(settled?.since)}
        onSubmit={submit}
      >
        {FIELDS.map((field) =>
          field.name === 'voiceProvider' ? (
            <VoiceProviderField key={field.name} field={field} form={form} />
          ) : (
            <TypedField
              key={field.secret ? `${field.name} ${clearedTokens}` : field.name}
              field={field}
              form={form}
              isReadOnly={isSaving}
              attempt={warnings.attempt}
            />
          ),
        )}
        <div className={classes('btns', styles['send'])}>
          <Button
            ref={saveButton}
            type="submit"
            variant="primary"
            size="lg"
            busy={isSaving}
            aria-disabled={running !== undefined}
            aria-keyshortcuts={SUBMIT_KEYS}
          >
            {isSaving ? 'Saving…' : 'Save configuration'}
          </Button>
          {isSaving ? (
            <span className="quiet">
              <Waiting
                since={running.since}
                onCancel={() => {
                  saveButton.current?.focus();
                  cancelQueuedWrite(WRITE_KEYS.save);
                }}
              />
            </span>
          ) : (
            <SubmitKeys />
          )}
        </div>
      </form>
    </>
  );
};
