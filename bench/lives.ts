import { seeded } from './page/random.ts';

/** A call of the model; times are milliseconds after the screen's zero. */
export type Life = { id: string; answered: number; ended: number };

/** Draws calls whose IDs tell the service how they go; the same ones in each run. */
export const drawLives = (seed: number) => {
  const random = seeded(seed);
  let drawn = 0;
  const between = (from: number, to: number): number => Math.round(from + (to - from) * random());
  const life = (answered: number, ended: number): Life => {
    drawn += 1;
    const how = random() < 0.9 ? 'completed' : 'failed';
    const number = String(drawn).padStart(6, '0');
    return { id: `call-${number}-${answered}-${ended}-${how}`, answered, ended };
  };
  return {
    /** Calls that end so long after `from`, evenly spread; a tenth of that, at most 20 s, they wait to be answered. */
    ending: (count: number, from: number, [shortest, longest]: readonly [number, number]): Life[] =>
      Array.from({ length: count }, () => {
        const length = between(shortest, longest);
        return life(from + Math.min(20_000, Math.round(length / 10)), from + length);
      }),
  };
};

/** Calls without end, by IDs as long as a UUID. */
export const endlessIds = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `0b7d2c1e-51d4-4b0e-9a7d-${String(at).padStart(12, '0')}`);
