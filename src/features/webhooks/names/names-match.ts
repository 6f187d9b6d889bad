import type { NameKind } from './names.ts';

/** An ID to offer, and its name, where it has one. */
export type Suggestion = { id: string; name?: string };

type Named = { id: string; name: string };

/** What this browser knows of one kind: names by ID, and IDs that were used lately, the latest first. */
export type KnownIds = { names: ReadonlyMap<string, string>; used: readonly string[] };

/** More is no help to anybody who picks. */
const MOST_SUGGESTED = 50;

const isIn = (text: string, sought: string): boolean => text.toLowerCase().includes(sought);

/** The names whose ID or name has the text in it; all of them where it is blank. Letters match in either case. */
export const matching = (names: ReadonlyMap<string, string>, text: string): Named[] => {
  const sought = text.trim().toLowerCase();
  const found = [...names].filter(([id, name]) => isIn(name, sought) || isIn(id, sought));
  return found.map(([id, name]) => ({ id, name }));
};

/**
 * What to offer for a text: IDs with a name first, of those the ones whose name begins with it; then IDs that were used
 * lately.
 */
export const suggested = ({ names, used }: KnownIds, text: string): readonly Suggestion[] => {
  const sought = text.trim().toLowerCase();
  const begins = ({ name }: Named) => name.toLowerCase().startsWith(sought);
  const named = matching(names, text);
  const others = used.filter((id) => !names.has(id) && isIn(id, sought)).map((id) => ({ id }));
  return [...named.filter(begins), ...named.filter((one) => !begins(one)), ...others].slice(
    0,
    MOST_SUGGESTED,
  );
};

/** By a set: a list of 10,000 pairs is looked up among hundreds of IDs. */
const createIdTest = ({ names, used }: KnownIds): ((id: string) => boolean) => {
  const ids = new Set(used);
  return (id) => names.has(id) || ids.has(id);
};

/** Finds the IDs that have a text for a name, in either case; none if it is a known ID itself. */
export const createNameFinder = (known: KnownIds): ((text: string) => readonly string[]) => {
  const isKnown = createIdTest(known);
  const byName = new Map<string, string[]>();
  for (const [id, name] of known.names) {
    const ids = byName.get(name.toLowerCase());
    if (ids) ids.push(id);
    else byName.set(name.toLowerCase(), [id]);
  }
  return (text) => (isKnown(text) ? [] : (byName.get(text.trim().toLowerCase()) ?? []));
};

/** Tells whether each of two IDs is known in the other's role only. */
export const createSwapTest = ({ campaign, webhook }: Record<NameKind, KnownIds>) => {
  const isCampaign = createIdTest(campaign);
  const isWebhook = createIdTest(webhook);
  return ({ campaignId, webhookId }: { campaignId: string; webhookId: string }): boolean =>
    isWebhook(campaignId) && isCampaign(webhookId) && !isCampaign(campaignId) && !isWebhook(webhookId);
};
