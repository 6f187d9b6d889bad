import { setTimeout as wait } from 'node:timers/promises';
import { cpus } from 'node:os';

const WATCH_MS = 1500;
/** Above this the times measure the machine, not the console. */
const QUIET_SHARE = 0.1;

const spent = () => {
  const times = cpus().map(({ times: { idle, ...busy } }) => ({
    idle,
    busy: Object.values(busy).reduce((total, ms) => total + ms, 0),
  }));
  const sum = (of: 'idle' | 'busy') => times.reduce((total, one) => total + one[of], 0);
  return { idle: sum('idle'), busy: sum('busy') };
};

/** The share of the processors, 0 to 1, that other processes take. */
export const busyShare = async (): Promise<number> => {
  const before = spent();
  await wait(WATCH_MS);
  const after = spent();
  const busy = after.busy - before.busy;
  return busy / (busy + after.idle - before.idle);
};

export const describeMachine = (shares: readonly number[]): string => {
  const words = `Other work took ${shares.map((share) => `${Math.round(share * 100)} %`).join(', ')} of the processors while nothing was measured.`;
  return shares.every((share) => share <= QUIET_SHARE)
    ? `${words} The machine was quiet.`
    : `${words} That is not a quiet machine: measure again on one before you trust a figure.`;
};
