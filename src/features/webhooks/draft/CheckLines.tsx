import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { WebhookPair } from '#src/api/operations.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { findPage, usePages } from '#src/ui/table/pages.ts';
import { findTableRow } from '#src/ui/table/Table.tsx';
import { CheckCells, EditCells } from './CheckRow.tsx';
import { describeCheck } from './describe-check.ts';
import { matchesFilter, type Draft, type DraftFilter, type DraftLine } from './draft.ts';
import { isSamePair } from '#src/features/webhooks/change/change.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { listPairHeads, PairTable, type PairRow } from '#src/features/webhooks/run/PairTable.tsx';

const LABEL = 'Lines';

export const CheckLines = ({
  draft,
  filter,
  editing,
  onEdit,
  offerUndo,
}: {
  draft: Draft;
  filter: DraftFilter;
  editing: number | undefined;
  onEdit: (index: number | undefined) => void;
  offerUndo: (text: string, undo: () => void) => void;
}) => {
  const { lines: all } = useStore(draft);
  const [announced, setAnnounced] = useState('');
  const [epochMs] = useState(() => Date.now());
  const pages = usePages(filter);
  const lines = useMemo(() => all.filter((line) => matchesFilter(line, filter)), [all, filter]);

  const [initial, setInitial] = useState<WebhookPair>();
  /** `values`: what was typed before Escape, if the editor is open again. */
  const edit = (line: DraftLine, position: number, values: WebhookPair = line) => {
    flushSync(() => {
      setInitial(values);
      onEdit(line.index);
      pages.go(findPage(position));
    });
    const fields = findTableRow(LABEL, position)?.querySelectorAll('input');
    const isWebhookAtFault = line.fault?.includes('webhook') ?? false;
    const field = fields?.[isWebhookAtFault ? 1 : 0];
    field?.focus();
    field?.select();
  };

  /** Focuses the line, or the one in its place. */
  const focusLine = (position: number) => {
    const at = Math.min(position, draft.lines(filter).length - 1);
    flushSync(() => pages.go(findPage(at)));
    findTableRow(LABEL, at)?.querySelector('button')?.focus();
  };
  const findPosition = (index: number) => {
    const after = draft.lines(filter).findIndex((line) => line.index >= index);
    return after === -1 ? Infinity : after;
  };
  const closeEditor = (index: number) => {
    flushSync(() => onEdit(undefined));
    focusLine(findPosition(index));
  };
  const goToNextInvalid = (index: number) => {
    const invalid = draft.lines('invalid');
    const next = invalid.find((line) => line.index > index) ?? invalid[0];
    const isShown = draft.lines(filter).some((line) => line.index === next?.index);
    closeEditor(isShown && next ? next.index : index);
  };

  const announce = (index: number) => {
    const line = draft.lines('all').find((one) => one.index === index);
    if (line) setAnnounced(`Line ${line.line}: ${describeCheck(line, epochMs).text}`);
  };

  const save = ({ index, line, status }: DraftLine, values: WebhookPair) => {
    offerUndo(`Line ${formatNumber(line)} edited`, draft.edit(index, values));
    if (status === 'invalid') goToNextInvalid(index);
    else closeEditor(index);
    announce(index);
  };

  const discard = (line: DraftLine, typed: WebhookPair) => {
    closeEditor(line.index);
    if (isSamePair(line, typed)) return;
    // Not saved, since half an ID may be ready to be sent.
    const undo = () => {
      const position = draft.lines(filter).findIndex(({ index }) => index === line.index);
      if (position !== -1) edit(line, position, typed);
    };
    offerUndo(`Edit of line ${formatNumber(line.line)} discarded`, undo);
  };
  const remove = ({ index, line }: DraftLine) => {
    offerUndo(`Line ${formatNumber(line)} removed`, draft.remove(index));
    goToNextInvalid(index);
  };

  const swap = (line: DraftLine) => {
    offerUndo(`Line ${formatNumber(line.line)} swapped`, draft.swap([line]));
    focusLine(findPosition(line.index));
    announce(line.index);
  };

  const renderRow = (position: number): PairRow => {
    const line = lines[position];
    if (!line) return { cells: null };
    const cells =
      line.index === editing ? (
        <EditCells
          line={line}
          initial={initial ?? line}
          onSave={(values) => save(line, values)}
          onCancel={() => closeEditor(line.index)}
          onEscape={(typed) => discard(line, typed)}
          onRemove={() => remove(line)}
        />
      ) : (
        <CheckCells
          line={line}
          epochMs={epochMs}
          onEdit={() => edit(line, position)}
          onSwap={() => swap(line)}
        />
      );
    const isDim = ['header', 'duplicate', 'omitted'].includes(line.status);
    return { cells, className: classes(isDim && list['dim']) };
  };

  return (
    <>
      <PairTable
        label={LABEL}
        caption="Lines to check"
        heads={[...listPairHeads(draft.pairList.isNumbered), { column: 'check', text: 'Check' }]}
        rowKeys={useMemo(() => lines.map(({ index }) => String(index)), [lines])}
        pages={pages}
        renderRow={renderRow}
        tallAt={editing === undefined ? undefined : lines.findIndex(({ index }) => index === editing)}
      />
      <p className="vh" role="status">
        {announced}
      </p>
    </>
  );
};
