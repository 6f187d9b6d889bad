import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SegmentedChoice, type Choice } from '#src/ui/forms/Choice.tsx';
import { useBoard } from '#src/features/calls/board/board.ts';
import table from '#src/ui/table/Table.module.css';
import type { VisibleRows } from '#src/features/calls/board/rows.ts';
import { listenToTimeline, ZOOM_STEP } from './input.ts';
import type { Zoom } from './time-axis.ts';
import { TimelineLine, TimelineTable } from './TimelineWords.tsx';
import { createTimelineView } from './view.ts';
import { sumWords } from './words.ts';
import styles from './Timeline.module.css';

/** A range of the person's own is none of the three. */
const ZOOMS: readonly Choice<Zoom['kind']>[] = [
  { value: 'fit', label: 'Fit all' },
  { value: 'hour', label: 'Last hour' },
  { value: 'quarter', label: 'Last 15 min' },
];

const KEYS =
  'Up and Down move between calls, Left and Right move in time, plus and minus zoom, Enter opens the call.';

/** The shown calls as bars over time. Only the lanes in view are drawn; the same is there as a table, out of sight. */
export const Timeline = ({
  rows,
  opened,
  onOpen,
}: {
  rows: VisibleRows;
  opened: string | undefined;
  onOpen: (id: string) => void;
}) => {
  const board = useBoard();
  const [view] = useState(() => createTimelineView(board, rows));
  const shown = useStore(view.shown);
  const scroller = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const sumId = useId();
  const open = useEffectEvent((id: string) => onOpen(id));

  useEffect(() => {
    if (!scroller.current || !space.current || !canvas.current) return;
    const parts = { scroller: scroller.current, space: space.current, canvas: canvas.current };
    const leaveInput = listenToTimeline(view, { ...parts, open: (id) => open(id) });
    const detach = view.attach(parts);
    return () => {
      leaveInput();
      detach();
    };
  }, [view]);
  useEffect(() => view.setOpened(opened), [view, opened]);

  return (
    <div className={styles['timeline']}>
      <div className={styles['bar']}>
        <SegmentedChoice
          label="Time shown"
          choices={ZOOMS}
          value={shown.zoom}
          onChoose={(kind) => kind !== 'free' && view.setZoom({ kind })}
        />
        <Button square aria-label="Zoom out" onClick={() => view.zoomBy(ZOOM_STEP)}>
          −
        </Button>
        <Button square aria-label="Zoom in" onClick={() => view.zoomBy(1 / ZOOM_STEP)}>
          +
        </Button>
        <ul className={styles['legend']} aria-label="Legend">
          <li data-part="seen">Observed</li>
          <li data-part="told">Reported by service</li>
          <li data-part="unseen">Not observed</li>
          <li data-part="dot">End seen</li>
        </ul>
      </div>
      <div
        ref={scroller}
        id="calls-timeline"
        className={classes(table['scroll'], styles['scroll'])}
        role="application"
        aria-label="Timeline of calls"
        aria-describedby={sumId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys move in the picture
        tabIndex={0}
      >
        <div ref={space}>
          <canvas ref={canvas} aria-hidden="true" />
        </div>
      </div>
      <p id={sumId} className="vh">
        {sumWords(shown.sum, shown.at)}. {KEYS}
      </p>
      <TimelineLine shown={shown} onOpen={onOpen} />
      <TimelineTable shown={shown} />
    </div>
  );
};
