import {
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { classes } from '#src/lib/classes.ts';
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx';
import { shiftOf, type PlacedRow } from './kept-place.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import styles from './Table.module.css';

/** Names rows that come, leave and move, so that those in sight and the one with the keyboard keep their place. */
export type RowKeys = {
  /** Another one whenever rows have come, left or moved. */
  order: unknown;
  /** Another one where the person asked for other rows or another order: it begins at the top. */
  view: unknown;
  keyOf: (index: number) => string | undefined;
  /** -1 where there is none. */
  indexOf: (key: string) => number;
  /** The row with the keyboard is gone; this one, which is drawn, stands in its place. */
  onFocusLost?: (index: number) => void;
};

export type VirtualTableHandle = {
  /** Scrolls until a row can be seen, and draws it at once; not within a rendering or an effect. The row, or undefined. */
  reveal: (index: number) => HTMLTableRowElement | undefined;
  /**
   * The same for a place that moves on by itself several times a second: nothing is measured. Gives the new top in pixels,
   * undefined where it stays.
   */
  follow: (index: number) => number | undefined;
  /** The rows that can be seen, also partly; `to` is excluded. */
  inSight: () => { from: number; to: number };
  /** Gives the keyboard to the region that scrolls. */
  focus: () => void;
};

type VirtualTableProps = {
  label: string;
  caption: ReactNode;
  /** The row of the head, which stays in sight. */
  head: ReactNode;
  /** How many rows there are. */
  count: number;
  /**
   * A `tr` with its key and `aria-rowindex` (index + 2), and with `data-tall` where `isTall` says so. `isFlying`: while it
   * goes by too fast to be read, a row that comes may leave out what weighs.
   */
  renderRow: (index: number, isFlying: boolean) => ReactNode;
  /** Rows higher than the others; by how much, the style may say as `--tall`. Another function where others are. */
  isTall?: ((index: number) => boolean) | undefined;
  /** Rows that stay drawn wherever they are; the one with the keyboard does anyway. */
  kept?: readonly number[] | undefined;
  keys?: RowKeys;
  className?: string | undefined;
  regionProps?: HTMLAttributes<HTMLDivElement> & { [data: `data-${string}`]: unknown };
  tableProps?: HTMLAttributes<HTMLTableElement> & { [data: `data-${string}`]: unknown };
  bodyProps?: HTMLAttributes<HTMLTableSectionElement>;
  ref?: Ref<VirtualTableHandle> | undefined;
};

/** What stood where at the last drawing; `hasMoved`: the region is to be scrolled after the rows. */
type Placed = Pick<RowKeys, 'order' | 'view'> & { rows: PlacedRow[]; focusedAt: number; hasMoved: boolean };

const indexOfRow = (target: Element): number =>
  Number(target.closest('tr')?.getAttribute('aria-rowindex')) - 2;

/** A row that fails does not take the table along. */
const RowBoundary = ({ index, children }: { index: number; children: ReactNode }) => (
  <ErrorBoundary
    renderFailure={() => (
      <tr aria-rowindex={index + 2}>
        <td colSpan={100}>This row could not be shown.</td>
      </tr>
    )}
  >
    {children}
  </ErrorBoundary>
);

const isNever = () => false;
const NONE: readonly number[] = [];

/** Rows by the ten thousand, in a region that scrolls. Only those that can be seen are drawn, and some around them. */
export const VirtualTable = ({
  label,
  caption,
  head,
  count,
  renderRow,
  isTall = isNever,
  kept = NONE,
  keys,
  className,
  regionProps,
  tableProps,
  bodyProps,
  ref,
}: VirtualTableProps) => {
  const region = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<{ key: string | undefined; index: number }>();
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const placed = useRef<Placed>(undefined);

  let focusedAt = focused?.index ?? -1;
  let isFocusLost = false;
  if (keys && focused?.key !== undefined) {
    focusedAt = keys.indexOf(focused.key);
    isFocusLost = focusedAt === -1;
    if (isFocusLost) focusedAt = Math.min(placed.current?.focusedAt ?? focused.index, count - 1);
  }

  const { virtualizer, heightPx, isFlying } = useVirtualRows({
    region,
    count,
    isTall,
    kept: [...kept, focusedAt],
    redraw,
  });
  const total = virtualizer.getTotalSize();

  const last = placed.current;
  if (keys && last && (last.order !== keys.order || last.view !== keys.view)) {
    const startOf = (key: string) => virtualizer.measurementsCache[keys.indexOf(key)]?.start;
    const isAnew = last.view !== keys.view;
    const shift = isAnew ? 0 : shiftOf(last.rows, startOf);
    // A scroll that is told only with the next frame counts too.
    const topPx = shift === 0 ? 0 : (region.current?.scrollTop ?? 0);
    const hasMoved = isAnew || topPx > 0;
    if (hasMoved)
      virtualizer.scrollOffset = Math.max(0, Math.min(topPx > 0 ? topPx + shift : 0, total - heightPx()));
    // Once, however often this is rendered.
    placed.current = { ...last, order: keys.order, view: keys.view, hasMoved };
  }

  const items = virtualizer.getVirtualItems();

  const scrollTopPx = virtualizer.scrollOffset ?? 0;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after each drawing; what it sets stays the same then
  useLayoutEffect(() => {
    if (!keys) return;
    const element = region.current;
    if (element && placed.current?.hasMoved) element.scrollTop = scrollTopPx;
    const first = virtualizer.range?.startIndex ?? 0;
    const rows = [first, first + 1, first + 2].flatMap((index): PlacedRow[] => {
      const key = keys.keyOf(index);
      const startPx = virtualizer.measurementsCache[index]?.start;
      return key === undefined || startPx === undefined ? [] : [{ key, startPx }];
    });
    placed.current = { order: keys.order, view: keys.view, rows, focusedAt, hasMoved: false };
    if (!isFocusLost) return;
    setFocused(focusedAt < 0 ? undefined : { key: keys.keyOf(focusedAt), index: focusedAt });
    if (focusedAt >= 0) keys.onFocusLost?.(focusedAt);
  });

  const bring = (index: number): number | undefined => {
    const item = virtualizer.measurementsCache[index];
    const topPx = virtualizer.scrollOffset ?? 0;
    const next = item ? Math.min(item.start, Math.max(topPx, item.end - heightPx())) : topPx;
    if (next === topPx || !region.current) return undefined;
    virtualizer.scrollOffset = next;
    // Drawn before it scrolls, so that the page is laid out once.
    flushSync(redraw);
    region.current.scrollTop = next;
    return next;
  };
  useImperativeHandle(ref, () => ({
    focus: () => region.current?.focus(),
    follow: bring,
    reveal: (index) => {
      virtualizer.scrollOffset = region.current?.scrollTop ?? 0;
      if (bring(index) === undefined) flushSync(redraw);
      return (
        region.current?.querySelector<HTMLTableRowElement>(`tr[aria-rowindex="${index + 2}"]`) ?? undefined
      );
    },
    inSight: () => {
      const topPx = virtualizer.scrollOffset ?? 0;
      const from = virtualizer.getVirtualItemForOffset(topPx)?.index;
      const to = virtualizer.getVirtualItemForOffset(topPx + heightPx() - 1)?.index;
      const isShown = from !== undefined && to !== undefined && Boolean(region.current?.clientHeight);
      return isShown ? { from, to: to + 1 } : { from: 0, to: 0 };
    },
  }));

  const parts: ReactNode[] = [];
  let drawnPx = 0;
  const addGap = (untilPx: number) => {
    if (untilPx > drawnPx)
      parts.push(
        <tr
          className={styles['gap']}
          key={`gap ${drawnPx === 0 ? 'above' : parts.length}`}
          aria-hidden="true"
          style={{ height: untilPx - drawnPx }}
        />,
      );
  };
  for (const { index, start, end } of items) {
    addGap(start);
    parts.push(
      <RowBoundary key={keys?.keyOf(index) ?? index} index={index}>
        {renderRow(index, isFlying())}
      </RowBoundary>,
    );
    drawnPx = end;
  }
  addGap(total);

  return (
    <div
      ref={region}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
      {...regionProps}
      className={classes(styles['scroll'], className)}
    >
      <table
        {...tableProps}
        className={classes(styles['table'], tableProps?.className)}
        aria-rowcount={count + 1}
      >
        <caption className="vh">{caption}</caption>
        <thead>{head}</thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens only, for the controls within */}
        <tbody
          {...bodyProps}
          onFocus={({ target }) => {
            const index = indexOfRow(target);
            setFocused({ key: keys?.keyOf(index), index });
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            // Else a row out of sight would be gone before its next control has the keyboard.
            if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocused(undefined);
          }}
        >
          {parts}
        </tbody>
      </table>
    </div>
  );
};
