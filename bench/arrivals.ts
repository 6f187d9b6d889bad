import type { RequestListener } from 'node:http';

/** Times are epoch milliseconds at the service. */
export type Arrival = { id: string; at: number; answered: number; status: number };

/** The service's time for each answer, also to preflights. */
const ANSWER_MS = 40;

/** Delays each answer and records every request but preflights, by its call or webhook. */
export const recordArrivals =
  (arrivals: Arrival[]) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const at = Date.now();
    const { searchParams } = new URL(request.url ?? '/', 'http://service');
    const id = searchParams.get('callId') ?? searchParams.get('webhookId') ?? '';
    if (request.method !== 'OPTIONS') {
      response.once('finish', () => {
        arrivals.push({ id, at, answered: Date.now(), status: response.statusCode });
      });
    }
    setTimeout(() => listener(request, response), ANSWER_MS);
  };
