import type { MouseEvent } from 'react';

/**
 * Whether a click is the first of its kind: the second click of a double click sends nothing more. Clicks of the
 * keyboard count as first (UI Events, section 3.4.4, `detail`).
 */
export const isFirstClick = (event: MouseEvent): boolean => event.detail < 2;
