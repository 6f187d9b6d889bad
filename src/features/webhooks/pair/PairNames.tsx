import type { WebhookPair } from '#src/api/request.ts';
import { isSendable } from '#src/lib/ids.ts';
import { PAIR_FIELDS } from '#src/features/webhooks/change/change.ts';
import { NameEdit } from '#src/features/webhooks/names/NameEdit.tsx';
import { createNameFinder, type KnownIds } from '#src/features/webhooks/names/names-match.ts';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import styles from './Pair.module.css';

/** Drawn below the fields, but after the buttons in tab order: most pairs are sent without a name. */
export const PairNames = ({ pair, known }: { pair: WebhookPair; known: Record<NameKind, KnownIds> }) =>
  PAIR_FIELDS.map(({ name, kind }) => {
    const id = pair[name];
    const isName = createNameFinder(known[kind])(id).length > 0;
    return (
      <div key={name} className={`hint ${styles[kind]}`}>
        {isSendable(id) && !isName && <NameEdit key={id} kind={kind} id={id} />}
      </div>
    );
  });
