import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useScope } from '#src/journal/scope.ts';
import { holdPage } from '#src/ui/leave-guard.ts';
import { invisibleFields, invisibleNote, type InvisibleField } from './invisible-fields.ts';
import { phoneDoubt } from './phone.ts';
import {
  checkFields,
  FIELD_NAMES,
  isPadded,
  withoutBlanks,
  type Faults,
  type FieldName,
  type ProviderFields,
  type SentValues,
} from './provider.ts';
import { providerMutations } from './queries.ts';
import { tokenInInput } from './token.ts';
import { useRunning } from './use-running.ts';
import type { SentRequest } from './words.ts';

const HOLD = {
  title: 'Leave without saving?',
  text: 'What you typed here has not been saved. Leaving clears it.',
};

/**
 * The form and its one way out. The inputs themselves hold what is typed, the secret too: it is nowhere else, so that
 * taking its input away takes it away.
 */
export const useProviderForm = ({
  onBegin,
  onSent,
  onDirty,
}: {
  onBegin: () => void;
  onSent: (sent: SentRequest) => void;
  onDirty: (isDirty: boolean) => void;
}) => {
  const scope = useScope();
  const { running, isRunning } = useRunning();
  const form = useRef<HTMLFormElement>(null);
  const [token] = useState(tokenInInput);
  const accepted = useRef<SentValues>(undefined);
  const [faults, setFaults] = useState<Faults>({});
  const [voiceProvider, setVoiceProvider] = useState('');
  const [isDirty, setDirty] = useState(false);
  const [padded, setPadded] = useState(false);
  const [doubt, setDoubt] = useState<string>();
  const [invisible, setInvisible] = useState<Partial<Record<FieldName, string | undefined>>>({});
  /** What is to be sent with characters that can't be seen, while the person is asked about it. */
  const [asked, setAsked] = useState<readonly InvisibleField[]>();
  /** Counts the tokens sent and cleared: each has an input of its own, so that no undo brings one back. */
  const [tokens, setTokens] = useState(0);
  const { mutate } = useMutation(providerMutations.save(scope, token.take));

  useEffect(() => token.enter(), [token]);
  useEffect(() => (isDirty ? holdPage(HOLD) : undefined), [isDirty]);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const itemOf = (name: keyof ProviderFields) => form.current?.elements.namedItem(name);
  const valueOf = (name: keyof ProviderFields): string => {
    const item = itemOf(name);
    return item instanceof HTMLInputElement || item instanceof RadioNodeList ? item.value : '';
  };
  const focus = (name: FieldName): void => {
    const item = itemOf(name);
    if (item instanceof HTMLElement) item.focus();
  };
  const fieldsNow = (): ProviderFields => ({
    accountSid: valueOf('accountSid'),
    authToken: valueOf('authToken'),
    phoneNumber: valueOf('phoneNumber'),
    voiceProvider: valueOf('voiceProvider'),
  });
  const differs = (name: keyof SentValues): boolean =>
    withoutBlanks(valueOf(name)) !== (accepted.current?.[name] ?? '');
  const differsBesideToken = (): boolean =>
    differs('accountSid') || differs('phoneNumber') || differs('voiceProvider');
  const noteDirty = () => setDirty(valueOf('authToken') !== '' || differsBesideToken());

  /** A fault goes as soon as it is mended, and comes only with the next attempt. */
  const type = (name: FieldName) => {
    noteDirty();
    if (name === 'authToken') setPadded(false);
    if (name === 'phoneNumber') setDoubt(undefined);
    if (invisible[name]) setInvisible({ ...invisible, [name]: undefined });
    if (!faults[name]) return;
    const checked = checkFields(fieldsNow());
    const { [name]: _mended, ...others } = faults;
    const fault = 'faults' in checked ? checked.faults[name] : undefined;
    setFaults(fault === undefined ? others : { ...others, [name]: fault });
  };

  const chooseVoiceProvider = (value: string) => {
    setVoiceProvider(value);
    noteDirty();
  };

  const saveProvider = (isAnswered = false) => {
    setAsked(undefined);
    // Asked of the cache, since a second press may come before anything is drawn again.
    if (isRunning()) return;
    onBegin();
    const checked = checkFields(fieldsNow());
    if ('faults' in checked) {
      setFaults(checked.faults);
      const first = FIELD_NAMES.find((name) => checked.faults[name]);
      if (first) focus(first);
      return;
    }
    const { values } = checked;
    setFaults({});
    const unseen = invisibleFields(fieldsNow());
    if (unseen.length > 0 && !isAnswered) {
      setAsked(unseen);
      return;
    }
    token.promise();
    mutate(values, {
      onSuccess: ({ outcome }) => {
        if (outcome.kind === 'accepted') {
          accepted.current = values;
          token.forget();
          setTokens((count) => count + 1);
          setPadded(false);
          setInvisible((notes) => ({ ...notes, authToken: undefined }));
          setDirty(differsBesideToken());
        }
        onSent({ operation: 'save', values, outcome });
      },
    });
  };

  const checkPhone = async () => {
    const phoneNumber = valueOf('phoneNumber');
    const found = await phoneDoubt(phoneNumber);
    if (valueOf('phoneNumber') === phoneNumber) setDoubt(found);
  };

  return {
    formRef: form,
    tokenRef: token.hold,
    tokens,
    faults,
    running,
    doubt,
    padded,
    invisible,
    asked,
    voiceProvider,
    type,
    chooseVoiceProvider,
    checkInvisible: (name: FieldName) =>
      setInvisible((notes) => ({ ...notes, [name]: invisibleNote(name, valueOf(name)) })),
    checkToken: () => setPadded(isPadded(valueOf('authToken'))),
    checkPhone: () => void checkPhone(),
    focus,
    saveProvider: () => saveProvider(),
    sendAsTyped: () => saveProvider(true),
    keepTyping: () => setAsked(undefined),
  };
};
