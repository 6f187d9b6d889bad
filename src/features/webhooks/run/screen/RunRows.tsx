import { memo, useCallback, useEffect, useEffectEvent, useRef, useState, type UIEvent } from 'react';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Line, Run } from '#src/journal/runs/run.ts';
import { openRow } from '#src/ui/table/open-row.ts';
import { Status } from '#src/ui/Status.tsx';
import {
  PairId,
  PairTable,
  type PairHead,
  type PairTableHandle,
} from '#src/features/webhooks/run/PairTable.tsx';
import { createFront, type RunFilter } from './run-rows.ts';
import { answerOf, resultOf } from '#src/features/webhooks/run/run-words.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';

const HEADS: readonly PairHead[] = [
  { column: 'p-n', text: 'No.' },
  { column: 'p-c', text: 'Campaign ID' },
  { column: 'p-w', text: 'Webhook ID' },
  { column: 'p-r', text: 'Result' },
  { column: 'p-a', text: 'Answer' },
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
        <td className="p-n">{(index + 1).toLocaleString('en')}</td>
        <td className="p-c mono">
          <PairId id={line.campaignId} />
        </td>
        <td className="p-w mono">
          <PairId id={line.webhookId} />
        </td>
        <td className="p-r">
          <button
            type="button"
            className="run-open"
            data-opens-row
            aria-label={`${result.word}, details of no. ${index + 1}`}
            onClick={() => onOpen(index)}
          >
            <Status {...result} />
          </button>
        </td>
        <td className="p-a quiet" title={answer.length > 20 ? answer : undefined}>
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
    const table = useRef<PairTableHandle>(null);
    const box = useRef<HTMLDivElement>(null);
    const ownTopPx = useRef(0);
    const { total, status } = run;
    const [front] = useState(() => createFront(record, total));
    const { done } = VERBS[run.operation];

    const follow = useEffectEvent(() => {
      const region = box.current?.firstElementChild;
      if (!isFollowing || !region) return;
      if (status === 'finished') ownTopPx.current = region.scrollTop = 0;
      else if (rows) {
        table.current?.reveal(newestRow(rows, filter));
        ownTopPx.current = region.scrollTop;
      } else ownTopPx.current = table.current?.follow(front(run.counts.queued)) ?? ownTopPx.current;
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
      <div ref={box} className="run-rows" onScrollCapture={notice} onClick={openRow}>
        <PairTable
          ref={table}
          label="Pairs"
          caption="Pairs and their answers"
          heads={HEADS}
          count={rows?.length ?? total}
          renderRow={renderRow}
        />
      </div>
    );
  },
);
