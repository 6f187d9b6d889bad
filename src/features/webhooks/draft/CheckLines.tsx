import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { number } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { CheckCells, EditCells } from './CheckRow.tsx';
import { checkInWords, isLeftOut } from './check-words.ts';
import type { Draft, DraftFilter } from './draft.ts';
import { isSamePair } from '#src/features/webhooks/change/pair.ts';
import {
  PairTable,
  type PairHead,
  type PairRow,
  type PairTableHandle,
} from '#src/features/webhooks/run/PairTable.tsx';
import { useDraftStore } from './draft-store.ts';
import columns from '#src/features/webhooks/run/PairTable.module.css';

const HEADS: readonly PairHead[] = [
  { column: 'number', text: 'Line' },
  { column: 'campaign', text: 'Campaign ID' },
  { column: 'webhook', text: 'Webhook ID' },
  { column: 'check', text: 'Check' },
];

/** The first place in sorted indexes that is not below `index`. */
const placeOf = (lines: readonly number[], index: number): number => {
  const place = lines.findIndex((line) => line >= index);
  return place === -1 ? lines.length : place;
};

/** The next line that has to be fixed, from an index on and round; undefined where there is none. */
const nextInvalid = (draft: Draft, index: number): number | undefined => {
  const invalid = draft.lines('invalid');
  return invalid[placeOf(invalid, index)] ?? invalid[0];
};

/** The lines that a key shows; each can be fixed in its place. */
export const CheckLines = ({ draft, filter }: { draft: Draft; filter: DraftFilter }) => {
  const store = useDraftStore();
  const editing = useStore(store, (state) => state.editing);
  const view = useStore(draft);
  const [said, setSaid] = useState('');
  const [nowMs] = useState(() => Date.now());
  const table = useRef<PairTableHandle>(null);
  const lines = draft.lines(filter);
  /** -1 where its line is not among those shown. */
  const editedAt = editing && lines.indexOf(editing.index);

  const focusRow = (position: number) => table.current?.reveal(position)?.querySelector('button')?.focus();

  const edit = (position: number) => {
    const index = lines[position];
    if (index === undefined) return;
    const { campaignId, webhookId, check } = draft.line(index);
    flushSync(() => {
      // What was typed in another line is not lost with it.
      if (editing && !isSamePair(draft.line(editing.index), editing.values)) store.fix(editing);
      store.edit({ index, values: { campaignId, webhookId } });
    });
    const row = table.current?.reveal(position);
    const fields = row?.querySelectorAll('input');
    // The one that is missing.
    const at = 'what' in check && check.what === 'webhook' ? 1 : 0;
    fields?.[at]?.focus();
    fields?.[at]?.select();
  };

  /** The keyboard goes to the next line to fix, or stays with the one that was left. */
  const leave = (index: number, goesOn: boolean) => {
    flushSync(() => store.edit(undefined));
    const shown = draft.lines(filter);
    const next = goesOn ? shown.indexOf(nextInvalid(draft, index) ?? index) : -1;
    if (shown.length === 0) table.current?.focus();
    else focusRow(Math.min(next === -1 ? placeOf(shown, index) : next, shown.length - 1));
  };

  const save = () => {
    if (!editing) return;
    const { index } = editing;
    flushSync(() => store.fix(editing));
    const line = draft.line(index);
    setSaid(`Line ${line.line}: ${checkInWords(line, nowMs).text}`);
    leave(index, true);
  };

  const remove = () => {
    if (!editing) return;
    const { index } = editing;
    const { line } = draft.line(index);
    const undo = store.remove(index);
    showToast({
      tone: 'plain',
      text: `Line ${number(line)} removed`,
      action: { label: 'Undo', run: () => undo?.() },
    });
    leave(index, true);
  };

  /** Enter in one of its fields saves the line that is edited, Escape leaves it. */
  const press = (event: KeyboardEvent) => {
    if (!editing || !(event.target instanceof Element) || !event.target.closest('tr[data-tall]')) return;
    const isInField = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') leave(editing.index, false);
    else if (event.key === 'Enter' && isInField && !event.nativeEvent.isComposing) {
      if (!event.repeat) save();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const renderRow = (position: number): PairRow => {
    const index = lines[position] ?? 0;
    const line = draft.line(index);
    const isEdited = editing?.index === index;
    const cells = isEdited ? (
      <EditCells
        line={line.line}
        values={editing.values}
        onValues={(values) => store.edit({ index, values })}
        onSave={save}
        onCancel={() => leave(index, false)}
        onRemove={remove}
      />
    ) : (
      <CheckCells line={line} nowMs={nowMs} onEdit={() => edit(position)} />
    );
    return { key: index, isDim: !isEdited && isLeftOut(line.check), cells };
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens only, for the fields within
    <div className="contents" onKeyDown={press}>
      <PairTable
        ref={table}
        label="Lines"
        caption="Lines to check"
        heads={HEADS}
        count={lines.length}
        className={view.counts.same > 0 || view.invisible ? columns['wideCheck'] : undefined}
        renderRow={renderRow}
        tallAt={editedAt}
      />
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
};
