import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { journalQueries } from '#src/journal/queries.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { counted } from '#src/lib/count.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { TextField, type TextFieldProps } from '#src/ui/forms/Field.tsx';
import { bare } from '#src/features/webhooks/change/pair.ts';
import { idsNamed, suggested, type UsedByKind } from './names-match.ts';
import type { NameKind } from './names.ts';
import { useNameBook } from './use-names.ts';

/** Of each kind: enough to find what is typed among them. */
const MOST_USED = 400;
const NONE: UsedByKind = { campaign: [], webhook: [] };

/** So many IDs of one name are offered; whoever has more of them picks from the suggestions. */
const MOST_NAMESAKES = 5;

/** Says that what was typed is a name, and of which IDs. */
const Namesakes = ({
  kind,
  name,
  ids,
  onUse,
}: {
  kind: NameKind;
  name: string;
  ids: readonly [string, ...string[]];
  onUse: (id: string) => void;
}) => {
  const [only, ...others] = ids;
  if (others.length === 0) {
    return (
      <>
        ‘{name}’ is the name of {only}. <TextButton onClick={() => onUse(only)}>Use it</TextButton>
      </>
    );
  }
  return (
    <>
      ‘{name}’ is the name of {counted(ids.length, kind)}. Use{' '}
      {ids.slice(0, MOST_NAMESAKES).map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <TextButton className="mono" onClick={() => onUse(id)}>
            {id}
          </TextButton>
        </Fragment>
      ))}
    </>
  );
};

/** The IDs to offer in an input, as its `<datalist>`, and a hint below it where a name was typed in place of an ID. */
export const IdSuggestions = ({
  listId,
  kind,
  text,
  onUse,
  onAvailable,
  isBare = false,
}: {
  /** What the `list` of the input names. */
  listId: string;
  kind: NameKind;
  /** What is typed in the input. */
  text: string;
  /** The person wants this ID in place of the name that was typed. */
  onUse: (id: string) => void;
  /** No hint below: for a place that has no room for one. */
  isBare?: boolean;
  /** Whether there is anything to offer at all: without that an input is no combobox. */
  onAvailable: (isAvailable: boolean) => void;
}) => {
  const book = useNameBook();
  const { data } = useQuery(journalQueries.usedIds(useWorkspace(), MOST_USED));
  const used = useMemo(
    (): UsedByKind => (data ? { campaign: data.campaigns, webhook: data.webhooks } : NONE),
    [data],
  );
  const options = useMemo(() => suggested(book[kind], used[kind], text), [book, used, kind, text]);
  const [first, ...others] = useMemo(() => idsNamed(book, used, kind, text), [book, used, kind, text]);
  const isAvailable = book[kind].size > 0 || used[kind].length > 0;
  const tell = useEffectEvent(onAvailable);
  useEffect(() => tell(isAvailable), [isAvailable]);
  const name = book[kind].get(bare(text));
  const isHinting = name !== undefined || first !== undefined;
  return (
    <>
      <datalist id={listId}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name ?? option.id}
          </option>
        ))}
      </datalist>
      {!isBare && (
        <p className="hint" style={{ marginTop: isHinting ? 6 : 0, overflowWrap: 'anywhere' }} role="status">
          {name !== undefined && <bdi>{name}</bdi>}
          {first !== undefined && (
            <Namesakes kind={kind} name={text.trim()} ids={[first, ...others]} onUse={onUse} />
          )}
        </p>
      )}
    </>
  );
};

/** A field for an ID, with suggestions from the first time that it has the keyboard or a value. */
export const IdField = ({
  kind,
  onUse,
  ...field
}: TextFieldProps & { kind: NameKind; onUse: (id: string) => void; value: string }) => {
  const listId = useId();
  const [hadFocus, setHadFocus] = useState(false);
  const [isAvailable, setAvailable] = useState(false);
  return (
    <div>
      <TextField
        code
        autoCapitalize="off"
        list={isAvailable ? listId : undefined}
        onFocus={() => setHadFocus(true)}
        {...field}
      />
      {(hadFocus || field.value !== '') && (
        <IdSuggestions
          listId={listId}
          kind={kind}
          text={field.value}
          onUse={onUse}
          onAvailable={setAvailable}
        />
      )}
    </div>
  );
};
