import { drawTimeline, type Picture } from './timeline-draw.ts';
import { readPalette, watchLook, type Palette } from './timeline-palette.ts';

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
  let palette: Palette | undefined;
  let size = { width: 0, height: 0 };

  const resize = (): void => {
    size = { width: scroller.clientWidth, height: scroller.clientHeight };
    canvas.width = Math.round(size.width * devicePixelRatio);
    canvas.height = Math.round(size.height * devicePixelRatio);
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
    onChange();
  };
  const resized = new ResizeObserver(resize);
  resized.observe(scroller);
  const leaveLook = watchLook(() => {
    palette = undefined;
    resize();
  });

  return {
    size: () => size,
    draw: (picture) => {
      if (!context || size.width === 0) return;
      palette ??= readPalette(canvas);
      drawTimeline(context, { picture: { ...picture, ...size }, palette, ratio: devicePixelRatio });
    },
    stop: () => {
      resized.disconnect();
      leaveLook();
    },
  };
};
