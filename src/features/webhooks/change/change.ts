import * as z from 'zod/mini';
import type { Outcome } from '#src/api/outcome.ts';
import type { WebhookPair } from '#src/api/client.ts';
import type { PairOperation } from '#src/log/entry.ts';
import type { UsedIds } from '#src/log/queries.ts';
import { isSendable, unwrapLinks } from '#src/lib/ids.ts';
import { cleanId, findSpreadsheetFault, isReformatted } from '#src/lib/spreadsheet.ts';
import { findColumn, type WantedColumn } from '#src/lists/columns.ts';
import { readRecords, removeListMarks, separateColons } from '#src/lists/marks.ts';
import { perWorkspace } from '#src/log/workspace.ts';
import type { OperationWords, OutcomeAdvice } from '#src/outcomes/messages.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import { ONE_PAIR_PATH } from './paths.ts';

export const PAIR_FIELDS = [
  { name: 'campaignId', kind: 'campaign', label: 'Campaign ID' },
  { name: 'webhookId', kind: 'webhook', label: 'Webhook ID' },
] as const;

const compilePattern = (pattern: string | undefined): RegExp | undefined =>
  pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u');

export type IdPatterns = Readonly<Record<(typeof PAIR_FIELDS)[number]['kind'], RegExp | undefined>>;

const ID_WORDS = [
  'id',
  'idde',
  'iddela',
  'identifiant',
  'identifiantde',
  'identifiantdela',
  'identificadorde',
];
const CAMPAIGNS = ['campaign', 'kampagne', 'campagne', 'campagna', 'campaña'];

const NO_COLUMN = [{ value: '', label: 'No column' }];

/** For lists, and for a pair that is pasted with its labels. */
export const PAIR_COLUMNS: readonly WantedColumn<keyof IdPatterns>[] = [
  {
    key: 'campaign',
    label: 'Campaign ID column',
    noun: 'campaign ID',
    names: [
      ...'campaignid campaignids campaignidc campaignuuid kampagnenid kampagneid'.split(' '),
      ...CAMPAIGNS.flatMap((word) => ID_WORDS.map((id) => `${id}${word}`)),
      ...CAMPAIGNS.flatMap((word) => [word, `${word}s`]),
      ...'kampagnen キャンペーンid キャンペーン cmpid campid cmp camp'.split(' '),
    ],
    others: NO_COLUMN,
  },
  {
    key: 'webhook',
    label: 'Webhook ID column',
    noun: 'webhook ID',
    names:
      'webhookid webhookids webhookidc webhookuuid idwebhook iddewebhook idduwebhook identifiantwebhook identifiantduwebhook webhookid1 webhook1 webhook webhooks ウェブフックid ウェブフック hookid hookids whid hook hooks wh'.split(
        ' ',
      ),
    others: NO_COLUMN,
  },
];

/** What IDs look like, as configured. */
export const getIdPatterns = perWorkspace(({ config: { webhooks } }): IdPatterns => ({
  campaign: compilePattern(webhooks.campaignIdPattern),
  webhook: compilePattern(webhooks.webhookIdPattern),
}));

/** A link, more words than one, a separator inside, the punctuation of a sentence or a mark at an end, also that of a comment, or nothing but signs. */
const NO_ID = /^https?:\/\/|\S\s+\S|[,;|\t]|^[("'[<«‘“„‹`*~#+-]|[)"'\].:!?>»’”“›…`*~]$|^[^\p{L}\p{N}]+$/iu;

/** `12/03/2026`, `2026-11-28T07:52`, `10:01` and `[10:01:33]`. */
const DATE_OR_TIME =
  /^\[?(?:(?:(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d|\d{1,2}\/\d{1,2}\/\d\d)(?:[T ][\d:.+Z-]+)?|\d{1,2}:\d\d(?::\d\d)?(?:[ap]m)?)\]?$/i;

/** The ID is sent all the same, after a warning. */
export const isUnusualId = (patterns: IdPatterns, kind: keyof IdPatterns, id: string): boolean => {
  const pattern = patterns[kind];
  // Those have a message of their own.
  if (id === '' || findSpreadsheetFault(id)) return false;
  return pattern ? !pattern.test(id) : NO_ID.test(id) || DATE_OR_TIME.test(id) || isReformatted(id);
};

/** How IDs begin that name their kind, as `cmp-1` does. */
const KIND_PREFIXES: Record<keyof IdPatterns, RegExp> = {
  campaign: /^(?:cmp|camp|campaign|kampagne)(?:id)?(?:[-_:.#/]|(?=\d))/i,
  webhook: /^(?:wh|hook|webhook)(?:id)?(?:[-_:.#/]|(?=\d))/i,
};

/** By the configured patterns, else by how the ID begins. */
export const guessKind = (patterns: IdPatterns, id: string): keyof IdPatterns | undefined => {
  const kinds = PAIR_FIELDS.filter(({ kind }) => (patterns[kind] ?? KIND_PREFIXES[kind]).test(id));
  return kinds.length === 1 ? kinds[0]?.kind : undefined;
};

type FindKind = (id: string) => keyof IdPatterns | undefined;

/** Finds the kind of IDs that are attached or have a name; undefined if they are of both. */
export const createKindFinder = (
  attached: readonly WebhookPair[],
  names: Readonly<Record<keyof IdPatterns, ReadonlyMap<string, string>>>,
): FindKind => {
  const [campaigns, webhooks] = PAIR_FIELDS.map(
    ({ name, kind }) => new Set([...names[kind].keys(), ...attached.map((pair) => pair[name])]),
  );
  return (id) => {
    const isCampaign = campaigns?.has(id);
    if (isCampaign === webhooks?.has(id)) return undefined;
    return isCampaign ? 'campaign' : 'webhook';
  };
};

/**
 * Each ID looks like one of the other kind, or is known as one. If nothing is known of one ID, the other is enough, but a
 * number may be the ID of both.
 */
export const looksSwapped = (
  patterns: IdPatterns,
  { campaignId, webhookId }: WebhookPair,
  findKind: FindKind,
): boolean => {
  const looks = { campaign: guessKind(patterns, campaignId), webhook: guessKind(patterns, webhookId) };
  // Also after such a pair was attached: that may have been the same mistake.
  if (looks.campaign === 'webhook' && looks.webhook === 'campaign') return true;
  const known = { campaign: findKind(campaignId), webhook: findKind(webhookId) };
  const campaign = known.campaign ?? looks.campaign;
  const webhook = known.webhook ?? looks.webhook;
  return (
    (campaign === 'webhook' && webhook === 'campaign') ||
    (known.campaign === 'webhook' && webhook === undefined && /\D/.test(campaignId)) ||
    (known.webhook === 'campaign' && campaign === undefined && /\D/.test(webhookId))
  );
};

export const describePairDoubt = (
  patterns: IdPatterns,
  pair: WebhookPair | undefined,
  findKind: FindKind,
): string | undefined => {
  if (pair === undefined) return undefined;
  if (pair.campaignId === pair.webhookId) return 'Same as the campaign ID.';
  return looksSwapped(patterns, pair, findKind) ? 'The two IDs may be swapped.' : undefined;
};

export const swapPair = ({ campaignId, webhookId }: WebhookPair): WebhookPair => ({
  campaignId: webhookId,
  webhookId: campaignId,
});

const idSchema = (name: string) =>
  z.string().check(
    z.overwrite(cleanId),
    z.minLength(1, { error: `Enter the ${name} ID.`, abort: true }),
    z.refine((id) => findSpreadsheetFault(id) !== 'no-id', 'This is no ID.'),
    z.refine(isSendable, 'This contains a character that can’t be sent. Type the ID again.'),
  );

export const pairSchema = z.object({ campaignId: idSchema('campaign'), webhookId: idSchema('webhook') });

export const toPair = (values: WebhookPair): WebhookPair | undefined => pairSchema.safeParse(values).data;

/** In characters. */
const MAX_LINKED_ID = 512;

/** What the link `?campaignId=…&webhookId=…` fills in. Of repeated IDs, the first counts. */
export const readPairLink = (search: string): Partial<WebhookPair> => {
  const query = new URLSearchParams(search);
  const ids = PAIR_FIELDS.map(({ name }) => [name, cleanId(query.get(name) ?? '')] as const);
  return Object.fromEntries(ids.filter(([, id]) => id !== '' && id.length <= MAX_LINKED_ID));
};

export const formatPairPath = ({ campaignId, webhookId }: WebhookPair): string =>
  `${ONE_PAIR_PATH}?campaignId=${encodeURIComponent(campaignId)}&webhookId=${encodeURIComponent(webhookId)}`;

const beginsLikeId = (word: string): boolean =>
  Object.values(KIND_PREFIXES).some((prefix) => prefix.test(word));

/** In a link or a line of a log. */
const PAIR_QUERY = /(?:^|[?\s"'])((?:[^\s?&"'#]+&)*(?:campaign|webhook)Id=[^\s"'#]+)/;

const BETWEEN_IDS = /^(?:[-=]*>|[→/&+–-]|and|und|et|y|e|to|zu|an|a)$/i;

/**
 * Of more words or cells than two, the only campaign and the only webhook by how they begin: `Tom, 09:14: cmp-1 -> wh-1`, or
 * a row with other cells.
 */
const findNamedPair = (line: string): WebhookPair | undefined => {
  const isRow = line.includes('\t');
  const words = (
    isRow ? line.split('\t') : line.split(/[\s,;|]+/).filter((word) => !BETWEEN_IDS.test(word))
  ).map((word) => cleanId(word));
  const kinds = words.map((word) => guessKind({ campaign: undefined, webhook: undefined }, word));
  const [campaign, webhook] = [kinds.indexOf('campaign'), kinds.indexOf('webhook')];
  const isOnly = kinds.filter(Boolean).length === 2 && campaign >= 0 && webhook >= 0;
  if (words.length < 3 || !isOnly || (!isRow && Math.abs(campaign - webhook) !== 1)) return undefined;
  return toPair({ campaignId: words[campaign] ?? '', webhookId: words[webhook] ?? '' });
};

/** `cmp⇥wh`, `cmp, wh` or `cmp wh` in one line, `Campaign: cmp` and `Webhook: wh`, a query with both IDs, or the only two IDs
 * among other words. */
export const readPastedPair = (pasted: string): WebhookPair | undefined => {
  const text = unwrapLinks(pasted.replaceAll('，', ',').replaceAll(/[^\S\r\n\t]/g, ' ')).trim();
  const [, query] = /[\r\n]/.test(text) ? [] : (PAIR_QUERY.exec(text) ?? []);
  const linked = query === undefined ? undefined : pairSchema.safeParse(readPairLink(query)).data;
  if (linked || /^https?:/i.test(text)) return linked;
  if (text.length > 4 * MAX_LINKED_ID) return undefined;
  const plain = separateColons(removeListMarks(text.replaceAll(/\r\n?/g, '\n')), PAIR_COLUMNS);
  const [heads, row, another] = readRecords(plain, PAIR_COLUMNS) ?? [];
  if (heads && row && !another) {
    const read = ({ names }: Pick<WantedColumn<string>, 'names'>) =>
      row[findColumn({ cells: heads }, names) ?? -1];
    const [campaignId = '', webhookId = ''] = PAIR_COLUMNS.map(read);
    return toPair({ campaignId, webhookId });
  }
  // The comma of `1,23E+15` separates nothing.
  if (plain.includes('\n') || findSpreadsheetFault(text)) return undefined;
  const named = findNamedPair(plain);
  if (named) return named;
  const separator = ['\t', ';', ',', '|'].find((one) => plain.includes(one)) ?? ' ';
  const isWord = (id: string) => !(/\d/.test(id) || beginsLikeId(cleanId(id))) || DATE_OR_TIME.test(id);
  if (separator === ' ' && plain.split(/ +/).some(isWord)) return undefined;
  const [campaignId = '', webhookId = '', ...others] = plain
    .split(separator === ' ' ? / +/ : separator)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, (_quoted, inner: string) => inner.replaceAll('""', '"')));
  const isSentence = [campaignId, webhookId].some((id) => /:\s|\s-*>/.test(id));
  return others.length > 0 || isSentence ? undefined : toPair({ campaignId, webhookId });
};

/**
 * The first field whose text is a pair, unless it was sent as an ID before. `isFree`: the other field holds nothing that
 * this pair would replace.
 */
export const findTypedPair = (
  values: WebhookPair,
  used: UsedIds | undefined,
): { name: keyof WebhookPair; pair: WebhookPair; isFree: boolean } | undefined => {
  for (const { name, kind } of PAIR_FIELDS) {
    const pair = used?.[kind].includes(values[name]) ? undefined : readPastedPair(values[name]);
    const other = name === 'campaignId' ? 'webhookId' : 'campaignId';
    if (pair) return { name, pair, isFree: ['', pair[other]].includes(values[other].trim()) };
  }
  return undefined;
};

export const isSamePair = (one: WebhookPair | undefined, other: WebhookPair | undefined): boolean =>
  one !== undefined && one.campaignId === other?.campaignId && one.webhookId === other.webhookId;

type Verb = OperationWords & OutcomeAdvice & { plain: string; preposition: string };

export const VERBS: Record<PairOperation, Verb> = {
  attach: {
    plain: 'attach',
    capital: 'Attach',
    done: 'Attached',
    doing: 'Attaching',
    preposition: 'to',
    check: 'check the campaign',
    notFound: 'One of the IDs may be wrong',
  },
  detach: {
    plain: 'detach',
    capital: 'Detach',
    done: 'Detached',
    doing: 'Detaching',
    preposition: 'from',
    check: 'check the campaign',
    notFound: 'One of the IDs may be wrong, or the webhook is detached already',
  },
};

/** A detach asks first. */
export const ACT_LABELS: Record<PairOperation, string> = { attach: 'Attach', detach: 'Detach…' };

export const OPPOSITE_OPERATION: Record<PairOperation, PairOperation> = {
  attach: 'detach',
  detach: 'attach',
};

/** One attach or detach to send. `undoOf`: the ID of the log entry that it undoes. */
export type Change = WebhookPair & { operation: PairOperation; undoOf?: string | undefined };

/** `at` in epoch milliseconds. */
export type SentChange = {
  change: Change;
  at: number;
  result: { entryId: string | undefined; outcome: Outcome } | undefined;
  isRunning: boolean;
};

type Changes = {
  /** Sent last from this page, while its answer is kept. */
  latest: SentChange | undefined;
  /** What is under way for a pair. */
  findRunning: (pair: WebhookPair | undefined) => Change | undefined;
  /** Asks first if a change can do harm. Does nothing while one of the same pair is under way. */
  send: (change: Change) => void;
};

export const [ChangesContext, useChanges] = createRequiredContext<Changes>('useChanges');

/** The export of Campaigns. */
export const CAMPAIGN_COLUMNS = [
  'Campaign ID',
  'Webhook ID',
  'Campaign name',
  'Webhook name',
  'State',
  'Last operation',
  'Last outcome',
  'Time (UTC)',
] as const;

/** `undoOf` makes it an undo of that entry. */
export const reverse = ({ operation, campaignId, webhookId }: Change, undoOf?: string): Change => ({
  operation: OPPOSITE_OPERATION[operation],
  campaignId,
  webhookId,
  undoOf,
});
