import { Fragment, useEffect, useEffectEvent, useMemo } from 'react';
import { TextButton } from '#src/ui/forms/Button.tsx';
import type { IdSuggestionsProps } from './IdSuggestions.tsx';
import { idsNamed, suggested } from './names-match.ts';
import { namesakeWords } from './names-words.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';
import { useNameBook } from './use-names.ts';
import { useUsedIds } from './use-used-ids.ts';

/** So many IDs of one name are offered; whoever has more of them picks from the suggestions. */
const MOST_NAMESAKES = 5;

/** What `IdSuggestions` loads. */
export const SuggestionList = ({
  listId,
  kind,
  text,
  onUse,
  onAvailable,
  isBare = false,
}: IdSuggestionsProps) => {
  const book = useNameBook();
  const used = useUsedIds();
  const options = useMemo(() => suggested(book[kind], used[kind], text), [book, used, kind, text]);
  const namesakes = useMemo(() => idsNamed(book, used, kind, text), [book, used, kind, text]);
  const isAvailable = book[kind].size > 0 || used[kind].length > 0;
  const tell = useEffectEvent((is: boolean) => onAvailable?.(is));
  useEffect(() => tell(isAvailable), [isAvailable]);
  const given = book[kind].get(bare(text));
  const [only, ...others] = namesakes;
  const isHinting = given !== undefined || only !== undefined;
  const words = namesakeWords(kind, text.trim(), namesakes);
  return (
    <>
      <datalist id={listId}>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
      </datalist>
      {!isBare && (
        <p className="hint" style={{ marginTop: isHinting ? 6 : 0, overflowWrap: 'anywhere' }} role="status">
          {given !== undefined && <bdi>{given}</bdi>}
          {only !== undefined && (
            <>
              {words}{' '}
              {others.length === 0 ? (
                <TextButton onClick={() => onUse(only)}>Use it</TextButton>
              ) : (
                namesakes.slice(0, MOST_NAMESAKES).map((id, at) => (
                  <Fragment key={id}>
                    {at > 0 && ', '}
                    <TextButton className="mono" onClick={() => onUse(id)}>
                      {id}
                    </TextButton>
                  </Fragment>
                ))
              )}
            </>
          )}
        </p>
      )}
    </>
  );
};
