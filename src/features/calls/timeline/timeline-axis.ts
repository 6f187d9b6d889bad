import { panRange, rangeOf, zoomRange, type Range, type Zoom } from './timeline-plot.ts';

/** What part of the time is shown, and how it changes; `extent` is that of all calls shown. */
export const createTimeAxis = (extent: () => Range | undefined, onChange: (kind: Zoom['kind']) => void) => {
  let zoom: Zoom = { kind: 'fit' };
  const range = (): Range => rangeOf(zoom, extent(), Date.now());
  const setZoom = (next: Zoom): void => {
    zoom = next;
    onChange(zoom.kind);
  };
  return {
    range,
    setZoom,
    /** Shows `factor` times as much time; what stands at `share` of the width (0 to 1) stays there. */
    zoomBy: (factor: number, share = 0.5): void => {
      const { from, to } = range();
      const at = from + share * (to - from);
      setZoom({ kind: 'free', range: zoomRange({ from, to }, factor, at, extent()) });
    },
    /** Moves the time by a share of what is shown; later where positive. */
    panBy: (share: number): void => {
      const { from, to } = range();
      setZoom({ kind: 'free', range: panRange({ from, to }, share * (to - from), extent()) });
    },
  };
};
