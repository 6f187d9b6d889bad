import { useQuery } from '@tanstack/react-query';
import { Fragment, useId, useMemo, useState, type ReactNode } from 'react';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { counted } from '#src/lib/count.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { TextField, type TextFieldProps } from '#src/ui/forms/Field.tsx';
import { bare } from '#src/features/webhooks/change/pair.ts';
import { idsNamed, suggested } from './names-match.ts';
import { useNameBook, type NameKind } from './names.ts';

/** Of each kind: enough to find what is typed among them. */
const MOST_USED = 400;
const NONE: readonly string[] = [];

/** So many IDs of one name are offered; whoever has more of them picks from the suggestions. */
const MOST_NAMESAKES = 5;

/** The IDs to offer in an input: what its `list` is, undefined where there is nothing to offer, and the options to draw beside it. */
export const useIdSuggestions = (kind: NameKind, text: string, isNeeded = true) => {
  const listId = useId();
  const names = useNameBook()[kind];
  const { data } = useQuery({ ...logQueries.usedIds(useWorkspace(), MOST_USED), enabled: isNeeded });
  const used = data?.[`${kind}s`] ?? NONE;
  const found = useMemo(() => (isNeeded ? suggested(names, used, text) : []), [isNeeded, names, used, text]);
  const options = (
    <datalist id={listId}>
      {found.map(({ id, name }) => (
        <option key={id} value={id}>
          {name ?? id}
        </option>
      ))}
    </datalist>
  );
  const hasSome = isNeeded && (names.size > 0 || used.length > 0);
  return { list: hasSome ? listId : undefined, options, names, used };
};

/** Says that what was typed is a name, and of which IDs. */
const namesakes = (
  kind: NameKind,
  name: string,
  ids: readonly string[],
  onUse: (id: string) => void,
): ReactNode => {
  const [only] = ids;
  if (only === undefined) return null;
  if (ids.length === 1) {
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

/**
 * A field for an ID, with suggestions from the first time that it has the keyboard or a value. Below it stands the name of
 * the ID, or which IDs have the name that was typed in place of one; `onUse` takes one of those.
 */
export const IdField = ({
  kind,
  onUse,
  ...field
}: TextFieldProps & { kind: NameKind; onUse: (id: string) => void; value: string }) => {
  const [hadFocus, setHadFocus] = useState(false);
  const isNeeded = hadFocus || field.value !== '';
  const { list, options, names, used } = useIdSuggestions(kind, field.value, isNeeded);
  const name = names.get(bare(field.value));
  const hint =
    name === undefined ? (
      namesakes(kind, field.value.trim(), idsNamed(names, used, field.value), onUse)
    ) : (
      <bdi>{name}</bdi>
    );
  return (
    <div>
      <TextField code autoCapitalize="off" list={list} onFocus={() => setHadFocus(true)} {...field} />
      {isNeeded && (
        <>
          {options}
          <p className="hint" style={{ marginTop: hint ? 6 : 0, overflowWrap: 'anywhere' }} role="status">
            {hint}
          </p>
        </>
      )}
    </div>
  );
};
