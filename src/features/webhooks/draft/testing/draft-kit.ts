import { readDraft, type DraftInput } from '#src/features/webhooks/draft/draft-read.ts';
import type { Draft } from '#src/features/webhooks/draft/draft.ts';

export const never = new AbortController().signal;

export const read = async (input: DraftInput | string): Promise<Draft> => {
  const given: DraftInput = typeof input === 'string' ? { kind: 'text', text: input } : input;
  const result = await readDraft(given, 'attach', never);
  if (typeof result === 'string') throw new Error(result);
  return result;
};

/** Each line in short: its number, its two values and what the check says. */
export const linesOf = (draft: Draft): string[] =>
  draft.lines('all').map((index) => {
    const { line, campaignId, webhookId, check } = draft.line(index);
    const more =
      check.kind === 'values'
        ? ` ${check.found} of ${check.expected}`
        : check.kind === 'duplicate'
          ? ` of ${check.ofLine}`
          : 'what' in check
            ? ` ${check.what}`
            : '';
    return `${line} [${campaignId}] [${webhookId}] ${check.kind}${more}`;
  });
