import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useController, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useHistoryState, useSearch } from 'wouter/use-browser-location';
import { createStore } from 'zustand/vanilla';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { counted } from '#src/lib/count.ts';
import { isSendable } from '#src/lib/ids.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { choiceOf } from '#src/storage/local.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { useHiddenNotes } from '#src/ui/forms/HiddenNote.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import type { Change, ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { SentChange } from '#src/features/webhooks/change/mutations.ts';
import {
  isSamePair,
  pairOfLink,
  pairSchema,
  toPair,
  type PairValues,
} from '#src/features/webhooks/change/pair.ts';
import { IdField } from '#src/features/webhooks/names/IdField.tsx';
import { useKnownIds } from '#src/features/webhooks/names/known-ids.ts';
import { NameEdit } from '#src/features/webhooks/names/NameEdit.tsx';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { createNameFinder, createSwapTest } from '#src/features/webhooks/names/names-match.ts';
import { AnswerSection } from './AnswerSection.tsx';
import { InRunNote, LastAcceptedNote } from './PairNotes.tsx';
import styles from './Pair.module.css';

/** Whether the campaign ID stays for the next pair. */
const keepCampaignChoice = choiceOf('console.webhooks.keepCampaign');

const NO_PAIR: PairValues = { campaignId: '', webhookId: '' };

/**
 * What a person has typed and not seen accepted: it stays while another area is shown. `link` is the query that filled in last,
 * `kept` the campaign that stayed of an accepted pair.
 */
const typedPairOf = perWorkspace(() => createStore(() => ({ values: NO_PAIR, link: '', kept: '' })));

const OTHER = { campaignId: 'webhookId', webhookId: 'campaignId' } as const;

const FIELD_NAMES = ['campaignId', 'webhookId'] as const;
const KIND_OF = { campaignId: 'campaign', webhookId: 'webhook' } as const;

/** One of the two IDs. A fault goes as soon as it is corrected, and comes only with the next attempt. */
const PairField = ({
  form: { control, trigger },
  name,
  label,
  hidden,
  onType,
}: {
  form: UseFormReturn<PairValues>;
  name: keyof PairValues;
  label: string;
  hidden: ReturnType<typeof useHiddenNotes>;
  onType: (name: keyof PairValues) => void;
}) => {
  const { field, fieldState } = useController({ control, name });
  const change = (id: string) => {
    onType(name);
    hidden.show(name, '');
    field.onChange(id);
    if (fieldState.error) void trigger(name);
  };
  const { onBlur, onChange: _onChange, ...rest } = field;
  return (
    <IdField
      {...rest}
      label={label}
      kind={KIND_OF[name]}
      error={fieldState.error?.message}
      hidden={hidden.notes[name] ?? ''}
      onValue={change}
      onBlur={() => {
        hidden.show(name, field.value);
        onBlur();
      }}
    />
  );
};

/** Asks before two IDs are sent that are known in the opposite role. */
const SwappedQuestion = ({
  pair,
  onCancel,
  onSwap,
  onSend,
}: {
  pair: PairValues;
  onCancel: () => void;
  onSwap: () => void;
  onSend: () => void;
}) => (
  <ConfirmDialog
    title="Are these two IDs the other way round?"
    action="Send as typed"
    onBack={onCancel}
    onConfirm={onSend}
  >
    <p className="second">
      Here <Named kind="webhook" id={pair.campaignId} /> is known as a webhook, and{' '}
      <Named kind="campaign" id={pair.webhookId} /> as a campaign.
    </p>
    <Button onClick={onSwap}>Swap them</Button>
  </ConfirmDialog>
);

/**
 * The form of one pair, what this browser last saw accepted for it, and the latest answer. The next pair begins with the first
 * change after an accepted answer.
 */
export const OnePair = ({
  latest,
  running,
  onSend,
}: {
  latest: SentChange | undefined;
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => {
  const typedPair = typedPairOf(useWorkspace());
  const form = useForm({
    resolver: zodResolver(pairSchema),
    defaultValues: typedPair.getState().values,
    reValidateMode: 'onSubmit',
  });
  const { control, getValues, handleSubmit, setError, setFocus, setValue, setValues } = form;
  const [campaignId, webhookId] = useWatch({ control, name: ['campaignId', 'webhookId'] });
  const pair = toPair({ campaignId, webhookId });
  const known = useKnownIds(campaignId !== '' || webhookId !== '');
  const hidden = useHiddenNotes();
  /** What is to be sent with its IDs in the opposite roles, while the person is asked about it. */
  const [swapped, setSwapped] = useState<Change>();
  const [keeps, setKeeps] = useState(keepCampaignChoice.isOn);
  const element = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLElement>(null);
  const effectsId = useId();
  const busy = running.find((change) => isSamePair(change, pair))?.operation;
  const isAccepted = latest?.result?.outcome.kind === 'accepted';
  const isDone = isAccepted && isSamePair(latest.change, pair);

  useEffect(() => {
    const kept = keeps ? campaignId : '';
    typedPair.setState(
      isDone ? { values: { campaignId: kept, webhookId: '' }, kept } : { values: { campaignId, webhookId } },
    );
  }, [typedPair, isDone, keeps, campaignId, webhookId]);

  // Not the router's own `useSearch`, which takes the percent signs out of values.
  const search = useSearch();
  // Also of another link, opened while the page stands; with Back, the same one would change what was typed since.
  useEffect(() => {
    if (search === '' || search === typedPair.getState().link) return;
    typedPair.setState({ link: search });
    setValues(pairOfLink(search));
  }, [search, typedPair, setValues]);

  const asked = useHistoryState<unknown>();
  useEffect(() => {
    if (isRecord(asked) && asked['focus'] === 'campaignId')
      element.current?.querySelector<HTMLInputElement>('[name="campaignId"]')?.focus();
  }, [asked]);

  // Ready for the next pair, but only where the keyboard is in a field already.
  const selectNext = useEffectEvent(() => {
    const inputs = [...(element.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])];
    const next = inputs.find(({ name }) => name === (keeps ? 'webhookId' : 'campaignId'));
    if (!isDone || !inputs.some((input) => input === document.activeElement)) return;
    // At once: what the form library selects later would take what is typed meanwhile.
    next?.focus();
    next?.select();
  });
  useEffect(() => {
    if (latest) selectNext();
  }, [latest]);

  // Where nothing was accepted, the message takes the keyboard; and where the button that had it has gone.
  const isRunning = latest?.isRunning;
  const wasRunning = useRef(false);
  const follow = useEffectEvent((runs: boolean | undefined) => {
    const at = document.activeElement;
    const isRefused = wasRunning.current && runs === false && !isAccepted;
    wasRunning.current = runs === true;
    const isInForm = at?.closest('form') && isSamePair(latest?.change, pair);
    if (at === document.body || (isRefused && isInForm)) answer.current?.focus();
  });
  useEffect(() => follow(isRunning), [isRunning]);

  const begunAfter = useRef<SentChange>(undefined);
  const beginNext = (name: keyof PairValues) => {
    if (!isDone || begunAfter.current === latest) return;
    begunAfter.current = latest;
    if (!keeps) setValue(OTHER[name], '');
  };

  const change = (operation: ChangeOperation) => {
    if (busy) return;
    // A name that is typed in place of an ID gives the ID.
    const typed = getValues();
    for (const name of FIELD_NAMES) {
      const ids = createNameFinder(known[KIND_OF[name]])(typed[name]);
      if (ids.length > 1) {
        setError(name, { message: `${counted(ids.length, KIND_OF[name])} have this name. Choose one.` });
        setFocus(name);
        return;
      }
      if (ids[0] !== undefined) setValue(name, ids[0]);
    }
    void handleSubmit((checked) => {
      const unseen = hidden.findUnseen([
        ['campaignId', checked.campaignId],
        ['webhookId', checked.webhookId],
      ] as const);
      if (unseen) setFocus(unseen);
      else if (createSwapTest(known)(checked)) setSwapped({ operation, ...checked });
      else onSend({ operation, ...checked });
    })();
  };
  const button = { size: 'lg', 'aria-disabled': busy && true, 'aria-describedby': effectsId } as const;

  return (
    <>
      <form
        className={styles['pair']}
        noValidate
        ref={element}
        {...hidden.pressProps}
        onSubmit={(event) => {
          event.preventDefault();
          change('attach');
        }}
      >
        <PairField form={form} name="campaignId" label="Campaign ID" hidden={hidden} onType={beginNext} />
        <PairField form={form} name="webhookId" label="Webhook ID" hidden={hidden} onType={beginNext} />
        <div className={styles['acts']}>
          <Button
            {...button}
            variant="primary"
            type="submit"
            busy={busy === 'attach'}
            onClick={(event) => isFirstClick(event) || event.preventDefault()}
          >
            {busy === 'attach' ? 'Attaching…' : 'Attach'}
          </Button>
          <Button
            {...button}
            busy={busy === 'detach'}
            onClick={(event) => isFirstClick(event) && change('detach')}
          >
            {busy === 'detach' ? 'Detaching…' : 'Detach'}
          </Button>
          <Checkbox
            className={styles['keep']}
            checked={keeps}
            onChange={(event) => {
              setKeeps(event.target.checked);
              keepCampaignChoice.switchTo(event.target.checked);
            }}
          >
            Keep campaign ID for the next pair
          </Checkbox>
        </div>
        {/* Below their fields, and behind the buttons for the Tab key: most pairs are sent without a name. */}
        {FIELD_NAMES.map((name) => {
          const id = name === 'campaignId' ? campaignId : webhookId;
          const isName = createNameFinder(known[KIND_OF[name]])(id).length > 0;
          return (
            <div key={name} className={`hint ${styles[KIND_OF[name]]}`}>
              {isSendable(id) && !isName && <NameEdit key={id} kind={KIND_OF[name]} id={id} />}
            </div>
          );
        })}
        <p className={`hint ${styles['effects']}`} id={effectsId}>
          While attached, the webhook triggers actions on campaign-specific events. Once detached, it no
          longer triggers actions for that campaign.
        </p>
      </form>
      {pair && (
        <>
          <InRunNote pair={pair} />
          <LastAcceptedNote pair={pair} answered={latest?.result?.entryId} />
        </>
      )}
      {swapped && (
        <SwappedQuestion
          pair={swapped}
          onCancel={() => setSwapped(undefined)}
          onSwap={() => {
            setSwapped(undefined);
            setValues({ campaignId: swapped.webhookId, webhookId: swapped.campaignId });
          }}
          onSend={() => {
            setSwapped(undefined);
            onSend(swapped);
          }}
        />
      )}
      {latest && <AnswerSection sent={latest} formPair={pair} onSend={onSend} ref={answer} />}
    </>
  );
};
