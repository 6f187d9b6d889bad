import * as z from 'zod/mini';

const runId = z.string().check(z.maxLength(100));
const commandSchema = z.object({ run: runId, ask: z.enum(['pause', 'cancel']) });
export const messageSchema = z.union([z.object({ changed: z.enum(['entries', 'runs']) }), commandSchema]);

export type RunCommand = z.infer<typeof commandSchema>;
