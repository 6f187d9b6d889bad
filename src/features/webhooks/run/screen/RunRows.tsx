import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef, type UIEvent } from 'react';
import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { Line, Run } from '#src/log/runs/run.ts';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { openRow } from '#src/ui/table/open-row.ts';
import { Status } from '#src/ui/Status.tsx';
import {
  PairId,
  PairTable,
  type PairHead,
  type PairTableHandle,
} from '#src/features/webhooks/run/PairTable.tsx';
import { frontOf, type RunFilter } from './run-rows.ts';
import { answerOf, lineName, resultOf } from '#src/features/webhooks/run/run-words.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import table from '#src/features/webhooks/run/PairTable.module.css';
import styles from './RunScreen.module.css';

const headsOf = (isList: boolean): readonly PairHead[] => [
  { column: 'number', text: isList ? 'Line' : 'No.' },
  { column: 'campaign', text: 'Campaign ID' },
  { column: 'webhook', text: 'Webhook ID' },
  { column: 'result', text: 'Result' },
  { column: 'answer', text: 'Answer' },
];

const Cells = memo(
  ({
    index,
    line,
    done,
    onOpen,
  }: {
    index: number;
    line: Line;
    done: string;
    onOpen: (index: number) => void;
  }) => {
    const answer = answerOf(line);
    const result = resultOf(line, done);
    return (
      <>
        <td className={table['number']}>{number(line.sourceLine ?? index + 1)}</td>
        <td className={classes(table['campaign'], 'mono')}>
          <PairId id={line.campaignId} />
        </td>
        <td className={classes(table['webhook'], 'mono')}>
          <PairId id={line.webhookId} />
        </td>
        <td className={table['result']}>
          <button
            type="button"
            className={styles['open']}
            data-opens-row
            aria-label={`${result.word}, details of ${lineName(line, index).toLowerCase()}`}
            onClick={() => onOpen(index)}
          >
            <Status {...result} />
          </button>
        </td>
        <td className={classes(table['answer'], 'quiet')} title={answer.length > 20 ? answer : undefined}>
          {answer}
        </td>
      </>
    );
  },
);

/** Where the newest answers are among the rows shown. */
const newestRow = (rows: readonly number[], filter: RunFilter): number =>
  filter === 'remaining' ? 0 : rows.length - 1;

/**
 * The lines of a run. While it is under way the newest answers are kept in sight, until the person scrolls; `isFollowing`
 * says whether, and is set anew by whoever wants to follow again.
 */
export const RunRows = memo(
  ({
    record,
    run,
    rows,
    filter,
    isFollowing,
    onScrolled,
    onOpen,
  }: {
    record: RunRecord;
    run: Run;
    rows: readonly number[] | undefined;
    filter: RunFilter;
    isFollowing: boolean;
    onScrolled: () => void;
    onOpen: (index: number) => void;
  }) => {
    const handle = useRef<PairTableHandle>(null);
    const box = useRef<HTMLDivElement>(null);
    const ownTopPx = useRef(0);
    const { total, status } = run;
    const { done } = VERBS[run.operation];
    const isList = record.line(0).sourceLine !== undefined;
    const heads = useMemo(() => headsOf(isList), [isList]);

    const follow = useEffectEvent(() => {
      const region = box.current?.firstElementChild;
      if (!isFollowing || !region) return;
      if (status === 'finished') ownTopPx.current = region.scrollTop = 0;
      else if (rows) {
        handle.current?.reveal(newestRow(rows, filter));
        ownTopPx.current = region.scrollTop;
      } else ownTopPx.current = handle.current?.follow(frontOf(record, run)) ?? ownTopPx.current;
    });
    useEffect(() => {
      let isCurrent = true;
      // Not within the effect, since the table draws at once.
      queueMicrotask(() => isCurrent && follow());
      return () => {
        isCurrent = false;
      };
      // oxlint-disable-next-line react/exhaustive-effect-dependencies -- after each change of the run
    }, [run, rows, isFollowing]);

    const notice = ({ target }: UIEvent) => {
      if (!(target instanceof Element) || target !== box.current?.firstElementChild) return;
      const { scrollTop, clientHeight, scrollHeight } = target;
      const moved = scrollTop - ownTopPx.current;
      // Fewer rows, or a higher window, move the region by themselves.
      const isHeldAtEnd = moved < 0 && scrollTop + clientHeight >= scrollHeight - 1;
      ownTopPx.current = scrollTop;
      if (Math.abs(moved) > 1 && !isHeldAtEnd) onScrolled();
    };

    const renderRow = useCallback(
      (position: number) => {
        const index = rows?.[position] ?? position;
        const line = record.line(index);
        return {
          key: index,
          cells: <Cells index={index} line={line} done={done} onOpen={onOpen} />,
        };
      },
      [rows, record, done, onOpen],
    );

    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for the buttons in the rows, which have the keys
      <div ref={box} className={styles['rows']} onScrollCapture={notice} onClick={openRow}>
        <PairTable
          ref={handle}
          label="Pairs"
          caption="Pairs and their answers"
          heads={heads}
          count={rows?.length ?? total}
          renderRow={renderRow}
        />
      </div>
    );
  },
);
