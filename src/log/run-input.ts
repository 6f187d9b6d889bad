import * as z from 'zod/mini';
import { MAX_COLUMNS, SEPARATORS } from '#src/lib/csv.ts';

const newLineSchema = z.object({
  campaignId: z.string(),
  webhookId: z.string(),
  /** Line number in a list, from 1. */
  sourceLine: z.optional(z.number()),
  /** Only in a run of release 1.0 with both operations. */
  operation: z.optional(z.enum(['attach', 'detach'])),
});

export type NewLine = z.infer<typeof newLineSchema>;

/** Why a line of the input is not part of the run. `continued`: it belongs to a quoted value of the line before. */
export const leftOutReason = z.enum([
  'duplicate',
  'invalid',
  'removed',
  'repeated',
  'header',
  'empty',
  'continued',
]);

export type LeftOutReason = z.infer<typeof leftOutReason>;

const leftOutSchema = z.extend(newLineSchema, { reason: leftOutReason, text: z.string() });

export type LeftOutLine = z.infer<typeof leftOutSchema>;

const column = z.number().check(z.int(), z.gte(0), z.lt(MAX_COLUMNS));

/** The file or paste that a run's lines were read from, for exports in its shape. */
const tableSchema = z.object({
  text: z.string(),
  /** Absent if white space separates the values. */
  separator: z.optional(z.enum(SEPARATORS)),
  hasHeader: z.boolean(),
  headerLine: z.optional(z.number()),
  columns: z.object({ campaign: column, webhook: column }),
});

export type RunTable = z.infer<typeof tableSchema>;

/** A pair that is detached in a later run. `replacedBy`: only once this webhook is attached. */
const detachNextSchema = z.object({
  campaignId: z.string(),
  webhookId: z.string(),
  replacedBy: z.optional(z.string()),
});

export type DetachNext = z.infer<typeof detachNextSchema>;

const inputSchema = z.object({
  /** Without empty and continued lines. */
  leftOut: z.array(leftOutSchema),
  table: z.optional(tableSchema),
  detachNext: z.optional(z.array(detachNextSchema)),
});

export type RunInput = z.infer<typeof inputSchema>;

export const listSchema = z.object({
  run: z.string(),
  lines: z.array(newLineSchema),
  input: z.optional(inputSchema),
});

export type RunList = z.infer<typeof listSchema>;
