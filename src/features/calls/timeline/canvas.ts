import { drawTimeline, type Look, type Picture } from './draw.ts';

/** System colours: shapes tell the tones apart there. */
const FORCED: Record<string, string> = {
  surface: 'Canvas',
  hover: 'Canvas',
  pick: 'Canvas',
  line: 'GrayText',
  focus: 'Highlight',
};

/** Each is read from the page's style once. */
const readLook = (canvas: HTMLCanvasElement): Look => {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const computed = getComputedStyle(canvas);
  const known = new Map<string, string>();
  // The value of a custom property is text; only a real property makes a colour of `light-dark()`.
  const read = (property: 'color' | 'fontFamily', name: string): string => {
    const value = known.get(name);
    if (value !== undefined) return value;
    canvas.style[property] = `var(--${name})`;
    const text = computed[property];
    canvas.style[property] = '';
    known.set(name, text);
    return text;
  };
  return {
    color: (name) => (isForced ? (FORCED[name] ?? 'CanvasText') : read('color', name)),
    font: (name) => read('fontFamily', name),
  };
};

/** Tells of every change of theme and contrast. */
const watchLook = (onChange: () => void, signal: AbortSignal): void => {
  const themes = new MutationObserver(onChange);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => themes.disconnect());
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', onChange, { signal });
};

/** The canvas: as large as its scrolling region, as sharp as the screen, in the colours of the theme. */
export type Stage = {
  /** In CSS pixels; 0 while it is not shown. */
  size: () => { width: number; height: number };
  draw: (picture: Omit<Picture, 'width' | 'height'>) => void;
  stop: () => void;
};

/** `onChange` is to draw at once: a canvas whose size changes is empty. */
export const createStage = (
  { scroller, canvas }: { scroller: HTMLElement; canvas: HTMLCanvasElement },
  onChange: () => void,
): Stage => {
  const context = canvas.getContext('2d', { alpha: false });
  const stopping = new AbortController();
  let look: Look | undefined;
  let ratio = 0;
  let size = { width: 0, height: 0 };

  const resize = (): void => {
    ratio = devicePixelRatio;
    size = { width: scroller.clientWidth, height: scroller.clientHeight };
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
    onChange();
  };
  const resized = new ResizeObserver(resize);
  resized.observe(scroller);
  watchLook(() => {
    look = undefined;
    onChange();
  }, stopping.signal);

  return {
    size: () => size,
    draw: (picture) => {
      if (!context || size.width === 0) return;
      // Another screen, or another zoom of the page.
      if (ratio !== devicePixelRatio) {
        resize();
        return;
      }
      look ??= readLook(canvas);
      drawTimeline(context, { picture: { ...picture, ...size }, look, ratio });
    },
    stop: () => {
      resized.disconnect();
      stopping.abort();
    },
  };
};
