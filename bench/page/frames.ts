export type Frames = {
  drawn: number;
  /** Dropped frames. */
  dropped: number;
};

/** At 60 a second. */
const FRAME_MS = 1000 / 60;

export const scrollSteadily = (label: string, pixels: number, ms: number): Promise<Frames> => {
  const box = document.querySelector(`[role="region"][aria-label="${label}"]`);
  if (!box) throw new Error('There is no table to scroll');
  const frames: Frames = { drawn: 0, dropped: 0 };
  return new Promise((resolve) => {
    let begun: number | undefined;
    let last = 0;
    const frame = (now: number): void => {
      begun ??= now;
      if (last > 0) {
        frames.drawn += 1;
        frames.dropped += Math.max(0, Math.round((now - last) / FRAME_MS) - 1);
      }
      last = now;
      if (now - begun >= ms) {
        resolve(frames);
        return;
      }
      box.scrollTop += pixels;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
};
