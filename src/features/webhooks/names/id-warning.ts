import type { WebhookPair } from '#src/api/request.ts';
import type { KnownIds } from './names-match.ts';
import { ID_NAMES, NAME_KINDS, OTHER_KIND, type NameKind } from './names.ts';

/** An ID that is known or looks like one of the other kind only, or that doesn't look like one of its own. */
export type IdWarning = 'known-as-other' | 'like-other' | 'unlike';

export const findWarning = (known: KnownIds, kind: NameKind, id: string): IdWarning | undefined => {
  const { [kind]: own, [OTHER_KIND[kind]]: other } = known;
  if (other.has(id) && !own.has(id)) return 'known-as-other';
  if (id === '' || !own.pattern || own.pattern.test(id)) return undefined;
  return other.pattern?.test(id) ? 'like-other' : 'unlike';
};

/** `swapped`: one is known to be of the other kind, or both look like it. */
export const checkPair = (known: KnownIds, pair: WebhookPair): 'swapped' | 'unlike' | undefined => {
  const warnings = NAME_KINDS.map((kind) => findWarning(known, kind, pair[ID_NAMES[kind]]));
  const isSwapped =
    warnings.includes('known-as-other') || warnings.every((warning) => warning === 'like-other');
  if (isSwapped) return 'swapped';
  return warnings.some((warning) => warning !== undefined) ? 'unlike' : undefined;
};
