import type { WebhookPair } from '#src/api/request.ts';
import { isSendable } from '#src/lib/ids.ts';
import { PAIR_FIELDS } from '#src/features/webhooks/change/change.ts';
import { NameEdit } from '#src/features/webhooks/names/NameEdit.tsx';
import type { KnownIds } from '#src/features/webhooks/names/names-match.ts';
import styles from './Pair.module.css';

/** Drawn below the fields, but after the buttons in tab order: most pairs are sent without a name. */
export const PairNames = ({ pair, known }: { pair: WebhookPair; known: KnownIds }) =>
  PAIR_FIELDS.map(({ name, kind }) => {
    const id = pair[name];
    const isName = known[kind].findByName(id).length > 0;
    return (
      <div key={name} className={`hint ${styles[kind]}`}>
        {isSendable(id) && !isName && <NameEdit key={id} kind={kind} id={id} />}
      </div>
    );
  });
