import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { number } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { CheckCells, EditCells } from './CheckRow.tsx';
import { checkInWords, isLeftOut } from './check-words.ts';
import type { Draft, DraftFilter, DraftLine } from './draft.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import {
  PairTable,
  type PairHead,
  type PairRow,
  type PairTableHandle,
} from '#src/features/webhooks/run/PairTable.tsx';
import columns from '#src/features/webhooks/run/PairTable.module.css';

const HEADS: readonly PairHead[] = [
  { column: 'number', text: 'Line' },
  { column: 'campaign', text: 'Campaign ID' },
  { column: 'webhook', text: 'Webhook ID' },
  { column: 'check', text: 'Check' },
];

/** The lines that a key shows; each can be fixed in its place. */
export const CheckLines = ({
  draft,
  filter,
  editing,
  onEdit,
}: {
  draft: Draft;
  filter: DraftFilter;
  /** The index of the line that is typed anew. */
  editing: number | undefined;
  onEdit: (index: number | undefined) => void;
}) => {
  const view = useStore(draft);
  const [said, setSaid] = useState('');
  const [nowMs] = useState(() => Date.now());
  const table = useRef<PairTableHandle>(null);
  const lines = draft.lines(filter);
  /** -1 if its line is not among those shown. */
  const editedAt = editing === undefined ? undefined : lines.findIndex(({ index }) => index === editing);

  const edit = (position: number) => {
    const line = lines[position];
    if (!line) return;
    flushSync(() => onEdit(line.index));
    const fields = table.current?.reveal(position)?.querySelectorAll('input');
    // The one that is missing.
    const field = fields?.[line.check.kind === 'missing' && line.check.what === 'webhook' ? 1 : 0];
    field?.focus();
    field?.select();
  };

  /** Focus goes to the next line to fix, or stays with the one that was left. */
  const leave = (index: number, goesOn: boolean) => {
    flushSync(() => onEdit(undefined));
    const shown = draft.lines(filter);
    const invalid = goesOn ? draft.lines('invalid') : [];
    const next = invalid.find((line) => line.index > index) ?? invalid[0];
    const position = shown.findIndex((line) => line.index >= (next?.index ?? index));
    if (shown.length === 0) table.current?.focus();
    else
      table.current
        ?.reveal(position === -1 ? shown.length - 1 : position)
        ?.querySelector('button')
        ?.focus();
  };

  const save = (index: number, values: PairValues) => {
    flushSync(() => draft.fix(index, values));
    const line = draft.lines('all').find((one) => one.index === index);
    if (line) setSaid(`Line ${line.line}: ${checkInWords(line, nowMs).text}`);
    leave(index, true);
  };

  const remove = ({ index, line }: DraftLine) => {
    const undo = draft.remove(index);
    showToast({
      tone: 'plain',
      text: `Line ${number(line)} removed`,
      action: { label: 'Undo', run: undo },
    });
    leave(index, true);
  };

  const renderRow = (position: number): PairRow => {
    const line = lines[position];
    if (!line) return { key: position, cells: null };
    const isEdited = line.index === editing;
    const cells = isEdited ? (
      <EditCells
        line={line}
        onSave={(values) => save(line.index, values)}
        onCancel={() => leave(line.index, false)}
        onRemove={() => remove(line)}
      />
    ) : (
      <CheckCells line={line} nowMs={nowMs} onEdit={() => edit(position)} />
    );
    return { key: line.index, isDim: !isEdited && isLeftOut(line.check), cells };
  };

  return (
    <>
      <PairTable
        ref={table}
        label="Lines"
        caption="Lines to check"
        heads={HEADS}
        count={lines.length}
        className={
          view.counts.same > 0 || view.invisible || view.turned > 0 ? columns['wideCheck'] : undefined
        }
        renderRow={renderRow}
        tallAt={editedAt}
      />
      <p className="vh" role="status">
        {said}
      </p>
    </>
  );
};
