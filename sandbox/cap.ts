/** Requests a second that a person may send, from their name: `Ada 5 a second`. */
export const capOf = (sub: string): number | undefined => {
  const [, most] = /-(\d{1,4})-a-second$/.exec(sub) ?? [];
  return most === undefined ? undefined : Math.max(1, Number(most));
};

/** A token bucket that holds one second's worth. Times in milliseconds. */
export const createCounter = (mostASecond: number): ((now: number) => boolean) => {
  let left = mostASecond;
  let last = 0;
  return (now) => {
    left = Math.min(mostASecond, left + ((now - last) * mostASecond) / 1000);
    last = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
};
