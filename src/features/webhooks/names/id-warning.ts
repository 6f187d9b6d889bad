import type { WebhookPair } from '#src/api/request.ts';
import { createIdTest, type KnownIds } from './names-match.ts';
import { ID_NAMES, NAME_KINDS, OTHER_KIND, type NameKind } from './names.ts';

/** An ID that is known or looks like one of the other kind only, or that doesn't look like one of its own. */
export type IdWarning = 'known-as-other' | 'like-other' | 'unlike';

export const createWarningFinder = (known: Record<NameKind, KnownIds>) => {
  const isKnown = { campaign: createIdTest(known.campaign), webhook: createIdTest(known.webhook) };
  return (kind: NameKind, id: string): IdWarning | undefined => {
    const other = OTHER_KIND[kind];
    if (isKnown[other](id) && !isKnown[kind](id)) return 'known-as-other';
    const { pattern } = known[kind];
    if (id === '' || !pattern || pattern.test(id)) return undefined;
    return known[other].pattern?.test(id) ? 'like-other' : 'unlike';
  };
};

/** `swapped`: each of the two seems to be of the other kind. */
export const createPairCheck = (known: Record<NameKind, KnownIds>) => {
  const findWarning = createWarningFinder(known);
  return (pair: WebhookPair): 'swapped' | 'unlike' | undefined => {
    const warnings = NAME_KINDS.map((kind) => findWarning(kind, pair[ID_NAMES[kind]]));
    if (warnings.every((warning) => warning !== undefined && warning !== 'unlike')) return 'swapped';
    return warnings.some((warning) => warning === 'unlike' || warning === 'like-other')
      ? 'unlike'
      : undefined;
  };
};
