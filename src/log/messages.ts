import * as z from 'zod/mini';
import { MAX_RUN_TITLE } from './run.ts';

const runId = z.string().check(z.maxLength(100));
const commandSchema = z.union([
  z.object({ run: runId, ask: z.enum(['pause', 'cancel']) }),
  z.object({ run: runId, ask: z.literal('retitle'), title: z.string().check(z.maxLength(MAX_RUN_TITLE)) }),
]);
export const messageSchema = z.union([z.object({ changed: z.enum(['entries', 'runs']) }), commandSchema]);

export type RunCommand = z.infer<typeof commandSchema>;
