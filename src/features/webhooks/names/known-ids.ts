import type { WebhookPair } from '#src/api/operations.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { getLog } from '#src/log/log.ts';
import { readUsedIds, type UsedIds } from '#src/log/views.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { getNames, ID_NAMES, NAME_KINDS, OTHER_KIND, type NameBook, type NameKind } from './names.ts';

type IdSource = {
  names: ReadonlyMap<string, string>;
  /** Newest first. */
  used: readonly string[];
  /** What IDs of this kind look like, as configured. */
  pattern?: RegExp | undefined;
};

const createKnownKind = (source: IdSource) => {
  const used = new Set(source.used);
  const byName = groupBy(source.names, ([, name]) => name.toLowerCase());
  const has = (id: string): boolean => source.names.has(id) || used.has(id);
  /** The IDs that have this name, whatever its case. A known ID is never taken for a name. */
  const findByName = (text: string): string[] =>
    has(text) ? [] : (byName.get(text.trim().toLowerCase()) ?? []).map(([id]) => id);
  const isIdOrName = (text: string, part: string): boolean =>
    has(text) || byName.has(part) || source.pattern?.test(text) === true;
  const words = new Set([...source.names.values()].flatMap((name) => name.toLowerCase().split(/\s+/)));
  return {
    ...source,
    has,
    findByName,
    /** A part of a name that is no ID. */
    isWordOfName: (text: string): boolean => {
      const part = text.trim().toLowerCase();
      return words.has(part) && !isIdOrName(text, part);
    },
    /** Whether a text is an ID or a name. */
    isKnown: (text: string): boolean => has(text) || findByName(text).length > 0,
    /** Replaces a name by its ID, if only one ID has it. */
    resolve: (text: string): string => {
      const [id = text, ...others] = findByName(text);
      return others.length === 0 ? id : text;
    },
  };
};

/** Sets and maps are made once, since 10,000 pairs are looked up in them. */
export const createKnownIds = ({ campaign, webhook }: Record<NameKind, IdSource>) => ({
  campaign: createKnownKind(campaign),
  webhook: createKnownKind(webhook),
});

export type KnownIds = ReturnType<typeof createKnownIds>;

/** An ID that is known or looks like one of the other kind only, or that doesn't look like one of its own. */
type IdWarning = 'known-as-other' | 'like-other' | 'unlike';

/** A link, a long number as spreadsheets save it (`1.23E+15`), or more words than one. */
const NO_ID = /^https?:\/\/|^\d(?:\.\d+)?E\+\d+$|\S\s+\S/i;

const findWarning = (known: KnownIds, kind: NameKind, id: string): IdWarning | undefined => {
  const { [kind]: own, [OTHER_KIND[kind]]: other } = known;
  if (other.isKnown(id) && !own.isKnown(id)) return 'known-as-other';
  if (!own.pattern) return NO_ID.test(id) && !own.has(id) ? 'unlike' : undefined;
  if (id === '' || own.pattern.test(id)) return undefined;
  return other.pattern?.test(id) ? 'like-other' : 'unlike';
};

/** `swapped`: one is known to be of the other kind, or both look like it. */
export const checkPair = (known: KnownIds, pair: WebhookPair): 'swapped' | 'part' | 'unlike' | undefined => {
  const warnings = NAME_KINDS.map((kind) => findWarning(known, kind, pair[ID_NAMES[kind]]));
  const isSwapped =
    warnings.includes('known-as-other') || warnings.every((warning) => warning === 'like-other');
  if (isSwapped) return 'swapped';
  if (NAME_KINDS.some((kind) => known[kind].isWordOfName(pair[ID_NAMES[kind]]))) return 'part';
  return warnings.some((warning) => warning !== undefined) ? 'unlike' : undefined;
};

const NONE: UsedIds = { campaign: [], webhook: [] };

const compile = (pattern: string | undefined): RegExp | undefined =>
  pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u');

const toKnown = ({ config: { webhooks } }: Workspace, names: NameBook, used: UsedIds): KnownIds => {
  const toSource = (kind: NameKind, pattern: string | undefined): IdSource => ({
    names: names[kind],
    used: used[kind],
    pattern: compile(pattern),
  });
  return createKnownIds({
    campaign: toSource('campaign', webhooks.campaignIdPattern),
    webhook: toSource('webhook', webhooks.webhookIdPattern),
  });
};

export const loadKnownIds = async (workspace: Workspace): Promise<KnownIds> => {
  const used = await getLog(workspace)
    .read(readUsedIds)
    .catch(() => NONE);
  return toKnown(workspace, getNames(workspace).getState(), used);
};
