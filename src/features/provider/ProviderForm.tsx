import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useUpdateProvider } from '#src/api/hooks.ts';
import type { Outcome } from '#src/api/outcome.ts';
import { withoutHidden } from '#src/lib/invisible.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { Waiting } from '#src/outcomes/Waiting.tsx';
import { commandKey, hasCommandKey, isMac } from '#src/ui/keys.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { SecretField, SegmentedField, TextField } from '#src/ui/forms/Field.tsx';
import { HiddenNote, useHiddenNotes } from '#src/ui/forms/HiddenNote.tsx';
import { holdPage } from '#src/ui/overlays/leave-guard.ts';
import {
  EMPTY,
  FIELDS,
  providerSchema,
  toUpdate,
  type FieldName,
  type ProviderFields,
  type OpenFields,
} from './fields.ts';
import { FormMessage } from './FormMessage.tsx';
import { replacesText } from './messages.ts';
import { useProviderChanges } from './mutations.ts';
import { phoneNote } from './phone-note.ts';
import styles from './provider.module.css';

const UNSAVED = {
  title: 'Leave without saving?',
  text: 'What you typed here has not been saved. Leaving clears it.',
};
const SAVING = {
  title: 'Leave while the save is on its way?',
  text: 'It goes on, and what came of it is shown here. Leaving clears what you typed.',
};

/** The fields that a save sends, with the message about what came of the last change above them. */
export const ProviderForm = ({ onDirty }: { onDirty: (isDirty: boolean) => void }) => {
  const workspace = useWorkspace();
  const { running, settled, isRunning } = useProviderChanges();
  const form = useForm({
    resolver: zodResolver(providerSchema),
    defaultValues: EMPTY,
    reValidateMode: 'onSubmit',
  });
  const {
    control,
    formState,
    getValues,
    handleSubmit,
    register,
    reset,
    resetField,
    setFocus,
    setValue,
    trigger,
  } = form;
  const { errors, isDirty } = formState;
  const voiceProvider = useWatch({ control, name: 'voiceProvider' });
  const save = useUpdateProvider(() => getValues('authToken'));
  const hidden = useHiddenNotes();
  const [doubt, setDoubt] = useState('');
  /** The change whose message gave way to the next attempt. */
  const [overtaken, setOvertaken] = useState<number>();
  /** Counts the tokens sent and cleared: each has an input of its own, so that no undo brings one back. */
  const [tokens, setTokens] = useState(0);
  const saveButton = useRef<HTMLButtonElement>(null);
  const isSaving = running?.operation === 'save';

  useEffect(() => (isDirty ? holdPage(isSaving ? SAVING : UNSAVED) : undefined), [isDirty, isSaving]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // The form and its inputs live on for a while after the page was left: not with the secret.
  useEffect(() => () => resetField('authToken'), [resetField]);

  const settle = (voice: string, outcome: Outcome) => {
    if (outcome.kind !== 'accepted') return;
    resetField('authToken');
    // From here on nothing is unsaved, but for a voice provider that was chosen meanwhile.
    reset({ ...getValues(), voiceProvider: voice }, { keepValues: true });
    setTokens((count) => count + 1);
    hidden.show('authToken', '');
  };

  // Three functions: what one closure of a function holds, its others hold too, and a mutation remembers its callback.
  const startSave = (values: OpenFields) =>
    save.mutate(toUpdate(values), { onSuccess: (outcome) => settle(values.voiceProvider, outcome) });

  const findUnseen = (fields: ProviderFields) =>
    hidden.findUnseen(FIELDS.map(({ name }) => [name, fields[name]] as const));

  const send = (fields: ProviderFields) => {
    const { authToken: _secret, ...values } = fields;
    const unseen = findUnseen(fields);
    if (unseen) setFocus(unseen);
    // Again, since a second press may come while the fields are checked.
    else if (!isRunning()) startSave(values);
  };

  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault();
    // Asked of the cache, since a second press may come before anything is drawn again.
    if (isRunning()) return;
    setOvertaken(settled?.since);
    void handleSubmit(send)();
  };

  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hasCommandKey(event)) submit(event);
  };

  const hintOf = (name: FieldName, hint: string) => {
    const words = hidden.notes[name];
    if (!words) return (name === 'phoneNumber' && doubt) || hint;
    const remove = () => {
      setValue(name, withoutHidden(getValues(name)), { shouldDirty: true });
      hidden.show(name, '');
      setFocus(name);
    };
    return <HiddenNote words={words} onRemove={remove} />;
  };

  const field = ({ name, label, hint, required }: (typeof FIELDS)[number]) => ({
    id: name,
    label,
    hint: hintOf(name, hint),
    error: errors[name]?.message,
    required,
    readOnly: isSaving,
    ...register(name, {
      onChange: () => {
        if (hidden.notes[name]) hidden.show(name, '');
        if (name === 'phoneNumber') setDoubt('');
        // A fault goes as soon as it is corrected, and comes only with the next attempt.
        if (errors[name]) void trigger(name);
      },
      onBlur: async () => {
        hidden.show(name, getValues(name));
        if (name !== 'phoneNumber') return;
        const value = getValues(name);
        const note = await phoneNote(value);
        if (getValues(name) === value) setDoubt(note);
      },
    }),
  });

  const drawField = (one: (typeof FIELDS)[number]) => {
    if (one.name === 'voiceProvider') {
      const { voiceProviders } = workspace.config.provider;
      const choices = voiceProviders.map(({ value, label }) => ({
        value,
        label: <span className="mono">{label}</span>,
      }));
      return (
        <SegmentedField
          key={one.name}
          legend={one.label}
          hint={one.hint}
          choices={[{ value: '', label: 'Not set' }, ...choices]}
          input={register(one.name)}
        />
      );
    }
    return one.secret ? (
      <SecretField key={`${one.name} ${tokens}`} secret="auth token" {...field(one)} />
    ) : (
      <TextField key={one.name} {...('type' in one ? { type: one.type } : { code: true })} {...field(one)} />
    );
  };

  return (
    <>
      <FormMessage
        noted={!running && settled?.since !== overtaken ? settled : undefined}
        faulty={new Set(FIELDS.flatMap(({ name }) => (errors[name] ? name : [])))}
        onChoose={(name) => setFocus(name)}
        onSaveAgain={() => {
          // The message goes, and with it the button that had the focus.
          saveButton.current?.focus();
          submit();
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of all fields at once */}
      <form
        className={styles['form']}
        noValidate
        onKeyDown={pressKey}
        onSubmit={submit}
        {...hidden.pressProps}
      >
        {FIELDS.map(drawField)}
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
              <p className={`hint ${styles['replaces']}`}>{replacesText({ voiceProvider })}</p>
            </>
          )}
        </div>
      </form>
    </>
  );
};
