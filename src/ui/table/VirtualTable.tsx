import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { classes } from '#src/lib/classes.ts';
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx';
import { focusByKey, isTypedIn } from '#src/ui/keys.ts';
import { openRow } from './open-row.ts';
import { findRowShift, type RowPlace } from './row-shift.ts';
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts';
import styles from './Table.module.css';

export type VirtualTableHandle = {
  /** Scrolls the row into view and renders it at once. Can't be called in an effect. */
  reveal: (index: number) => HTMLTableRowElement | undefined;
  /** Focuses the scrolling region. */
  focus: () => void;
};

type VirtualTableProps = {
  label: string;
  caption: ReactNode;
  /** The row of the sticky head. */
  head: ReactNode;
  count: number;
  /**
   * A `tr` with `aria-rowindex` (index + 2), and with `data-tall` if `isTall` says so. While `isFlying`, rows pass too fast
   * to be read: leave out what is slow to render.
   */
  renderRow: (index: number, isFlying: boolean) => ReactNode;
  /** Memoise it: the rows are laid out again when it changes. The style can declare how much taller in `--tall`. */
  isTall?: ((index: number) => boolean) | undefined;
  /** A row that is rendered even if it is out of view, as the focused row is. -1 for none. */
  keptIndex?: number;
  /** One for each row, if rows come, leave or move: those in view and the focused one then keep their place. A new array with each change. */
  rowKeys?: readonly string[] | undefined;
  /** Changes when the user filters or sorts: the table scrolls to the top. */
  view?: unknown;
  /** Arrow keys lead from row to row. */
  hasArrowKeys?: boolean;
  className?: string | undefined;
  regionProps?: HTMLAttributes<HTMLDivElement> & { [data: `data-${string}`]: unknown };
  tableProps?: HTMLAttributes<HTMLTableElement> & { [data: `data-${string}`]: unknown };
  bodyProps?: HTMLAttributes<HTMLTableSectionElement>;
  ref?: Ref<VirtualTableHandle> | undefined;
};

const findIndex = (target: Element | null): number =>
  Number(target?.closest('tr')?.getAttribute('aria-rowindex')) - 2;

const findRow = (region: HTMLElement | null, index: number) =>
  region?.querySelector<HTMLTableRowElement>(`tr[aria-rowindex="${index + 2}"]`) ?? undefined;

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The `onKeyDown` of a table's body: arrow keys lead from a control to the one in its place in the next row. */
const stepRow = (event: KeyboardEvent, reveal: (index: number) => HTMLTableRowElement | undefined): void => {
  const { target, key, shiftKey, ctrlKey, altKey, metaKey } = event;
  const by = STEPS[key];
  if (by === undefined || shiftKey || ctrlKey || altKey || metaKey || isTypedIn(target)) return;
  const row = target instanceof Element ? target.closest('tr') : null;
  const findControls = (line: HTMLTableRowElement | null | undefined) => [
    ...(line?.querySelectorAll<HTMLElement>('a, button, input') ?? []),
  ];
  const place = findControls(row).findIndex((control) => control === target);
  const controls = findControls(reveal(Number(row?.getAttribute('aria-rowindex')) - 2 + by));
  const next = controls[place] ?? controls.at(-1);
  if (place === -1 || !next) return;
  event.preventDefault();
  focusByKey(next, { preventScroll: true });
};

const neverTall = () => false;

export const VirtualTable = ({
  label,
  caption,
  head,
  count,
  renderRow,
  isTall = neverTall,
  keptIndex = -1,
  rowKeys,
  view,
  hasArrowKeys = false,
  className,
  regionProps,
  tableProps,
  bodyProps,
  ref,
}: VirtualTableProps) => {
  const region = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<{ key: string; index: number }>();
  const keyOf = (index: number) => (rowKeys ? rowKeys[index] : String(index));
  const indexOf = (key: string) => (rowKeys ? rowKeys.indexOf(key) : Number(key));
  const focusedIndex = focused ? indexOf(focused.key) : -1;
  const lastCommit = useRef<Pick<VirtualTableProps, 'rowKeys' | 'view'> & { inView: RowPlace[] }>(undefined);
  const findShift = ({ scrollOffset, measurementsCache }: VirtualRows['virtualizer']): number => {
    const last = lastCommit.current;
    const topPx = scrollOffset ?? 0;
    if (!last || topPx === 0 || (last.view === view && last.rowKeys === rowKeys)) return 0;
    if (last.view !== view) return -topPx;
    return findRowShift(last.inView, (key) => measurementsCache[indexOf(key)]?.start);
  };
  const { virtualizer, isFlying, scrollTo } = useVirtualRows({
    region,
    count,
    isTall,
    kept: [keptIndex, focusedIndex],
    findShift,
  });
  const items = virtualizer.getVirtualItems();

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every render
  useLayoutEffect(() => {
    const shiftPx = findShift(virtualizer);
    // Not `scrollTop`, which would lay the page out in the middle of a render.
    if (shiftPx !== 0) scrollTo((virtualizer.scrollOffset ?? 0) + shiftPx);
    const first = virtualizer.range?.startIndex ?? 0;
    const inView = [first, first + 1, first + 2].flatMap((index): RowPlace[] => {
      const key = keyOf(index);
      const startPx = virtualizer.measurementsCache[index]?.start;
      return key === undefined || startPx === undefined ? [] : [{ key, startPx }];
    });
    lastCommit.current = { rowKeys, view, inView };
  });

  // The focused row may move or go. If it goes, the row that takes its place is rendered, then focused.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every render
  useLayoutEffect(() => {
    if (!focused) {
      // React misses the focus that a closing dialog gives back.
      const index = region.current?.contains(document.activeElement) ? findIndex(document.activeElement) : -1;
      const key = index >= 0 ? keyOf(index) : undefined;
      if (key !== undefined) setFocused({ key, index });
    } else if (focusedIndex === -1) {
      const index = Math.min(focused.index, count - 1);
      const key = keyOf(index);
      setFocused(key === undefined ? undefined : { key, index });
      if (key === undefined && document.activeElement === document.body) region.current?.focus();
    } else if (focusedIndex !== focused.index) setFocused({ ...focused, index: focusedIndex });
    else if (document.activeElement === document.body) {
      const row = findRow(region.current, focusedIndex);
      const control =
        row?.querySelector<HTMLElement>('[data-opens-row]') ?? row?.querySelector<HTMLElement>('button');
      control?.focus({ preventScroll: true });
    }
  });

  const reveal = (index: number) => {
    // The event of the last scroll may still be to come.
    flushSync(() => scrollTo(region.current?.scrollTop ?? 0));
    const [topPx] = virtualizer.getOffsetForIndex(index) ?? [];
    flushSync(() => topPx !== undefined && scrollTo(topPx));
    return findRow(region.current, index);
  };
  useImperativeHandle(ref, () => ({ focus: () => region.current?.focus(), reveal }));

  const rows: ReactNode[] = [];
  let renderedPx = 0;
  const addGap = (untilPx: number) => {
    if (untilPx > renderedPx)
      rows.push(
        <tr
          className={styles['gap']}
          key={`gap ${renderedPx === 0 ? 'above' : rows.length}`}
          aria-hidden="true"
          style={{ height: untilPx - renderedPx }}
        />,
      );
  };
  for (const { index, start, end } of items) {
    addGap(start);
    rows.push(
      <ErrorBoundary
        key={keyOf(index)}
        renderFailure={() => (
          <tr aria-rowindex={index + 2}>
            <td colSpan={100}>This row could not be shown.</td>
          </tr>
        )}
      >
        {renderRow(index, isFlying)}
      </ErrorBoundary>,
    );
    renderedPx = end;
  }
  addGap(virtualizer.getTotalSize());

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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- listens only, for the controls within */}
        <tbody
          onClick={openRow}
          onKeyDown={hasArrowKeys ? (event) => stepRow(event, reveal) : undefined}
          {...bodyProps}
          onFocus={({ target }) => {
            const index = findIndex(target);
            const key = keyOf(index);
            if (key !== undefined) setFocused({ key, index });
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            // Focus that moves to another row doesn't release this one: `onFocus` replaces it.
            if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocused(undefined);
          }}
        >
          {rows}
        </tbody>
      </table>
      {count === 0 && <p className={classes(styles['none'], 'second')}>Nothing to show.</p>}
    </div>
  );
};
