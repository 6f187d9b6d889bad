import type { SentPair } from '#src/log/views.ts';
import { formatIsoDay } from '#src/lib/timestamp.ts';
import { formatCsvOutcome } from '#src/outcomes/with-message.ts';
import type { NameBook } from './names.ts';

/** With today as an example of a day. */
export const formatFilterHint = (): string => `ID, name, outcome or ${formatIsoDay(Date.now())}`;

/** All that a filter may find of it: both IDs, their names, operation, outcome, and a day such as `2026-11-23`. */
export const listSentTexts = (sent: SentPair, { campaign, webhook }: NameBook): string[] => [
  sent.campaignId,
  sent.webhookId,
  campaign.get(sent.campaignId) ?? '',
  webhook.get(sent.webhookId) ?? '',
  sent.operation,
  formatCsvOutcome(sent),
  formatIsoDay(sent.at),
];

/** Whether the texts contain every word of the filter, ignoring case. */
export const createTextFilter = (filter: string): ((texts: readonly string[]) => boolean) => {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (texts) => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
};
