/** Whether the service as a whole is in trouble, told from the latest checks of all calls together. */
export type ErrorBackoff = {
  /** A check is over; `ok` is false where it brought a 5xx or no answer. Returns whether {@link isBackingOff} changed. */
  note: (ok: boolean) => boolean;
  isBackingOff: () => boolean;
};

const LATEST = 20;
const ENOUGH = 10;

/**
 * Backs off when more than half of the last 20 checks failed, of at least 10. It ends at a quarter, so that a service
 * that fails every second check does not turn it on and off, which plans every call anew.
 */
export const createErrorBackoff = (): ErrorBackoff => {
  const latest: boolean[] = [];
  let isBackingOff = false;
  return {
    note: (ok) => {
      latest.push(ok);
      if (latest.length > LATEST) latest.shift();
      const failed = latest.filter((each) => !each).length / latest.length;
      const was = isBackingOff;
      isBackingOff = latest.length >= ENOUGH && failed > (was ? 0.25 : 0.5);
      return isBackingOff !== was;
    },
    isBackingOff: () => isBackingOff,
  };
};
