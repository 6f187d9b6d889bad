/**
 * The result of some work, or undefined where it takes longer. Storage that another page holds up may never answer;
 * nothing that is sent waits for it without an end.
 */
export const inTime = async <T>(work: Promise<T>, deadlineMs: number): Promise<{ result: T } | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deadlineMs);
  });
  try {
    return await Promise.race([work.then((result) => ({ result })), late]);
  } finally {
    clearTimeout(timer);
  }
};
