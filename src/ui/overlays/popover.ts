import { useLayoutEffect, useState, type RefObject, type ToggleEvent } from 'react';
import { useListener } from '#src/ui/use-listener.ts';

/** To its button, and to the edge of the window. */
const GAP_PX = 4;
const EDGE_PX = 8;

const findButton = (box: HTMLElement) =>
  document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(box.id)}"]`);

const clampStart = (startPx: number, lengthPx: number, windowPx: number): string =>
  `${Math.max(EDGE_PX, Math.min(startPx, windowPx - lengthPx - EDGE_PX))}px`;

/** Below its button, or above it if only there is room, and within the window. Not every browser has anchor positioning yet. */
const place = (box: HTMLElement): void => {
  const { left = 0, right = 0, top = 0, bottom = 0 } = findButton(box)?.getBoundingClientRect() ?? {};
  const startPx = left < innerWidth / 2 ? left : right - box.offsetWidth;
  box.style.left = clampStart(startPx, box.offsetWidth, innerWidth);
  const needsPx = box.offsetHeight + GAP_PX + EDGE_PX;
  const isAbove = innerHeight - bottom < needsPx && top >= needsPx;
  const topPx = isAbove ? top - GAP_PX - box.offsetHeight : bottom + GAP_PX;
  box.style.top = clampStart(topPx, box.offsetHeight, innerHeight);
};

/** Returns whether it is open now. If the attribute of the button opened it, it would first be painted elsewhere. */
export const togglePopover = (box: HTMLElement): boolean => {
  box.togglePopover();
  const isOpen = box.matches(':popover-open');
  if (isOpen) place(box);
  return isOpen;
};

/** Keeps a popover at its button while it is open. */
export const usePopover = (ref: RefObject<HTMLElement | null>) => {
  const [isOpen, setOpen] = useState(false);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every render, which may have changed its size
  useLayoutEffect(() => {
    if (isOpen && ref.current) place(ref.current);
  });
  useListener('resize', () => {
    if (isOpen && ref.current) place(ref.current);
  });
  return {
    isOpen,
    onBeforeToggle: ({ newState }: ToggleEvent<HTMLElement>) => setOpen(newState === 'open'),
  };
};
