import { useRef, useState, type SubmitEvent } from 'react';
import { isSendable } from '#src/lib/ids.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SegmentedChoice } from '#src/ui/forms/Choice.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { IdField } from './IdSuggestions.tsx';
import { toLine } from './names-open.ts';
import { LONGEST_NAME, MOST_NAMES, type GivenName, type NameBook, type NameKind } from './names.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';

const KINDS = [
  { value: 'campaign', label: 'Campaign' },
  { value: 'webhook', label: 'Webhook' },
] as const;

const FULL = `This browser keeps ${MOST_NAMES.toLocaleString('en')} names at most. Remove one first.`;

/** Gives one name. */
export const NameForm = ({ book, onGive }: { book: NameBook; onGive: (given: GivenName) => void }) => {
  const [kind, setKind] = useState<NameKind>('campaign');
  const [typedId, setTypedId] = useState('');
  const [typedName, setTypedName] = useState('');
  const [faults, setFaults] = useState<{ id?: string; name?: string }>({});
  const idField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const id = bare(typedId);
  const known = book[kind].get(id);

  const typeId = (text: string) => {
    setTypedId(text);
    setFaults(({ name: ofName }) => (ofName === undefined ? {} : { name: ofName }));
  };
  const chooseKind = (next: NameKind) => {
    setKind(next);
    setFaults({});
  };
  const faultOfId = (): string | undefined => {
    if (id === '') return `Enter the ${kind} ID.`;
    if (!isSendable(id)) return 'This holds a character that can’t be sent. Type the ID again.';
    const isFull = book.campaign.size + book.webhook.size >= MOST_NAMES;
    return isFull && known === undefined ? FULL : undefined;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = toLine(typedName);
    const [ofId, ofName] = [faultOfId(), isSendable(name) ? undefined : 'Enter a name.'];
    setFaults({ ...(ofId !== undefined && { id: ofId }), ...(ofName !== undefined && { name: ofName }) });
    if (ofId !== undefined) return idField.current?.focus();
    if (ofName !== undefined) return nameField.current?.focus();
    onGive({ kind, id, name });
    setTypedId('');
    setTypedName('');
    idField.current?.focus();
  };

  return (
    <form className="nam-form" noValidate onSubmit={submit} aria-label="Add a name">
      <SegmentedChoice label="Kind" choices={KINDS} value={kind} onChoose={chooseKind} />
      <IdField
        label={kind === 'campaign' ? 'Campaign ID' : 'Webhook ID'}
        kind={kind}
        ref={idField}
        value={typedId}
        error={faults.id}
        onUse={typeId}
        onChange={(event) => typeId(event.target.value)}
      />
      <TextField
        label="Name"
        ref={nameField}
        value={typedName}
        maxLength={LONGEST_NAME}
        error={faults.name}
        hint={known !== undefined && `Takes the place of ‘${known}’.`}
        onChange={(event) => {
          setTypedName(event.target.value);
          setFaults(({ id: ofId }) => (ofId === undefined ? {} : { id: ofId }));
        }}
      />
      <Button size="lg" type="submit">
        {known === undefined ? 'Add' : 'Change'}
      </Button>
    </form>
  );
};
