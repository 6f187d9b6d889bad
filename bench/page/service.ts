import { seeded } from './random.ts';

export type ServiceSetup = {
  /** Requests to this origin are answered in the page. */
  origin: string;
  seed: number;
};

export type PageService = { answered: () => number };

/** A round trip takes 40 to 80 ms. */
const LEAST_MS = 40;
const SPREAD_MS = 40;

/** Answers reads in the page, with calls that never end. At each check one in twenty is ringing. */
export const installService = ({ origin, seed }: ServiceSetup): PageService => {
  const random = seeded(seed);
  const otherwise = window.fetch.bind(window);
  const startTime = new Date().toISOString();
  let answers = 0;

  const read = (signal: AbortSignal | null | undefined): Promise<Response> =>
    new Promise((resolve, reject) => {
      const status = random() < 0.05 ? 'ringing' : 'in-progress';
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', abort);
          answers += 1;
          resolve(Response.json({ status, duration: 60, startTime }));
        },
        LEAST_MS + SPREAD_MS * random(),
      );
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
    });

  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    return url.origin === origin && url.pathname.startsWith('/api/')
      ? read(init?.signal)
      : otherwise(input, init);
  };
  return { answered: () => answers };
};
