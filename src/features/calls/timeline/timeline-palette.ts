import type { Tone } from '#src/ui/Status.tsx';

/** The colours and fonts of the picture, as the canvas takes them. */
export type Palette = {
  surface: string;
  line: string;
  now: string;
  text: string;
  quiet: string;
  hover: string;
  pick: string;
  accent: string;
  focus: string;
  fill: Record<Tone, string>;
  ink: Record<Tone, string>;
  mono: string;
  sans: string;
};

const TONES = ['live', 'ok', 'bad', 'warn', 'other', 'wait', 'none'] as const satisfies readonly Tone[];
/** Tones without a fill or a text colour of their own. */
const FILLS: Partial<Record<Tone, string>> = { wait: 'none' };
const INKS: Partial<Record<Tone, string>> = { wait: 'other', none: 'other' };

/** System colours: shapes tell the tones apart there. */
const FORCED: Record<string, string> = {
  surface: 'Canvas',
  hover: 'Canvas',
  pick: 'Canvas',
  line: 'GrayText',
  focus: 'Highlight',
};

/** Reads the colours from the page's style; again whenever the theme changes. */
export const readPalette = (canvas: HTMLCanvasElement): Palette => {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const computed = getComputedStyle(canvas);
  const color = (name: string): string => {
    if (isForced) return FORCED[name] ?? 'CanvasText';
    // The value of a custom property is text; only a real property makes a colour of `light-dark()`.
    canvas.style.color = `var(--${name})`;
    return computed.color;
  };
  const family = (name: string): string => {
    canvas.style.fontFamily = `var(--${name})`;
    return computed.fontFamily;
  };
  const forTones = (nameOf: (tone: Tone) => string): Record<Tone, string> => {
    const [live, ok, bad, warn, other, wait, none] = TONES.map((tone) => color(nameOf(tone)));
    return {
      live: live ?? '',
      ok: ok ?? '',
      bad: bad ?? '',
      warn: warn ?? '',
      other: other ?? '',
      wait: wait ?? '',
      none: none ?? '',
    };
  };
  const palette: Palette = {
    surface: color('surface'),
    line: color('line'),
    now: color('ink-3'),
    text: color('ink-2'),
    quiet: color('ink-3'),
    hover: color('hover'),
    pick: color('pick'),
    accent: color('accent'),
    focus: color('focus'),
    fill: forTones((tone) => `${FILLS[tone] ?? tone}-fill`),
    ink: forTones((tone) => INKS[tone] ?? tone),
    mono: family('mono'),
    sans: family('sans'),
  };
  canvas.style.color = canvas.style.fontFamily = '';
  return palette;
};

/** Tells of every change of theme, contrast and pixel density. */
export const watchLook = (onChange: () => void): (() => void) => {
  const themes = new MutationObserver(onChange);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const queries = [
    '(prefers-color-scheme: dark)',
    '(prefers-contrast: more)',
    '(forced-colors: active)',
    '(max-width: 719px)',
  ].map((each) => matchMedia(each));
  for (const query of queries) query.addEventListener('change', onChange);
  let density: MediaQueryList;
  const followDensity = (): void => {
    density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    density.addEventListener('change', denser, { once: true });
  };
  const denser = (): void => {
    onChange();
    followDensity();
  };
  followDensity();
  return () => {
    themes.disconnect();
    for (const query of queries) query.removeEventListener('change', onChange);
    density.removeEventListener('change', denser);
  };
};
