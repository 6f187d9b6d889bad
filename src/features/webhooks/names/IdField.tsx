import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type ComponentProps } from 'react';
import { cleanId, describeIdCleaning, findSpreadsheetFault } from '#src/lib/spreadsheet.ts';
import { splitSeveral } from '#src/lists/marks.ts';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { useCleanInput } from '#src/ui/forms/clean-input.ts';
import { TextField } from '#src/ui/forms/Field.tsx';
import type { Warning } from '#src/ui/forms/warnings.ts';
import { getIdPatterns, isUnusualId } from '#src/features/webhooks/change/change.ts';
import { createNameFinder, useNameBook, type NameKind } from './names.ts';

/** The first field that refused a list. */
export const focusInvalid = (form: HTMLElement | null): boolean => {
  const input = form?.querySelector<HTMLElement>('input:invalid');
  input?.focus();
  return Boolean(input);
};

const MAX_SUGGESTED = 50;

const ID_CLEANING = { clean: cleanId, describe: describeIdCleaning };

/** IDs with a name, then those sent before, newest first. The browser also finds them by their name. */
const useSuggestions = (
  kind: NameKind,
  isNeeded: boolean,
): readonly (readonly [id: string, name?: string])[] => {
  const names = useNameBook()[kind];
  const { data } = useQuery({ ...logQueries.usedIds(useWorkspace()), enabled: isNeeded });
  const others = data?.[kind].filter((id) => !names.has(id)).map((id) => [id] as const) ?? [];
  return [...names, ...others].slice(0, MAX_SUGGESTED);
};

/**
 * A field for an ID. What is typed is an ID, never a name. Invalid (`focusInvalid`) after a list was refused: what the
 * user believes to be in it isn't.
 */
export const IdField = ({
  kind,
  onValue,
  listAdvice = '',
  doubt,
  mayBeSeveral = false,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  kind: NameKind;
  value: string;
  onValue: (id: string) => void;
  /** What to do with more than one ID. */
  listAdvice?: string;
  /** Why it may be another ID, for the user to check. */
  doubt?: string | undefined;
  /** Takes several IDs, as a cell of a list does. */
  mayBeSeveral?: boolean;
}) => {
  const listId = useId();
  const patterns = getIdPatterns(useWorkspace());
  const [hadFocus, setHadFocus] = useState(false);
  /** What the field held when several lines or cells were pasted. */
  const [heldAtList, setHeldAtList] = useState<string>();
  const listError = heldAtList === field.value ? `This is more than one ID.${listAdvice}` : undefined;
  const isNeeded = hadFocus || field.value !== '';
  const suggestions = useSuggestions(kind, isNeeded);
  const { note, listeners } = useCleanInput(onValue, ID_CLEANING);
  const isShortened = findSpreadsheetFault(field.value) === 'shortened';
  const book = useNameBook();
  const findNamed = useMemo(() => createNameFinder(book), [book]);
  const ids = mayBeSeveral ? splitSeveral(field.value, '') : [field.value];
  const namedId = ids.map((id) => findNamed(kind, id)).find(Boolean);
  const findWarning = (): Warning | undefined => {
    if (isShortened) return { text: 'A spreadsheet shortened this number.', isMistake: true };
    if (namedId !== undefined) return { text: `This is the name of ${namedId}.`, isMistake: true };
    if (doubt !== undefined) return { text: doubt, isMistake: true };
    return ids.some((id) => isUnusualId(patterns, kind, id))
      ? { text: `Doesn’t look like a ${kind} ID.`, isMistake: patterns[kind] !== undefined }
      : undefined;
  };
  return (
    <div>
      <TextField
        {...field}
        {...listeners}
        error={listError ?? field.error}
        ref={(input) => {
          if (typeof field.ref === 'function') field.ref(input);
          input?.setCustomValidity(listError ?? '');
        }}
        code
        list={listId}
        note={note}
        findWarning={findWarning}
        onFocus={() => setHadFocus(true)}
        onPaste={(event) => {
          field.onPaste?.(event);
          const pasted = event.clipboardData.getData('text').trim();
          if (event.defaultPrevented || !/[\r\n]|\t[^\t]*\t/.test(pasted)) return setHeldAtList(undefined);
          // The field would join the lines to one ID.
          event.preventDefault();
          if (mayBeSeveral) onValue(pasted.split(/\s*[\r\n\t]+\s*/).join(', '));
          else setHeldAtList(field.value);
        }}
        onChange={({ target }) => {
          setHeldAtList(undefined);
          onValue(target.value);
        }}
      />
      {isNeeded && (
        <datalist id={listId}>
          {suggestions.map(([id, name]) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
};
