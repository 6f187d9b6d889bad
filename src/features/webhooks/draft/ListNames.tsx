import { useState } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { findColumn } from '#src/lists/columns.ts';
import { formatColumnLabel } from '#src/lists/ColumnPicker.tsx';
import type { List } from '#src/lists/rows.ts';
import { offerUndo } from '#src/ui/alerts/toasts.ts';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { readNames } from '#src/features/webhooks/names/names-csv.ts';
import { getNames, NAME_KINDS, useNameBook } from '#src/features/webhooks/names/names.ts';
import type { Draft } from './draft.ts';

const NONE = -1;

/** Takes columns of a list as the names of its IDs. */
export const ListNamesDialog = ({
  draft,
  list,
  onClose,
}: {
  draft: Draft;
  list: List;
  onClose: () => void;
}) => {
  const names = getNames(useWorkspace());
  const book = useNameBook();
  const { picked } = useStore(draft);
  const header = list.rows[picked.header ?? -1];
  const [columns, setColumns] = useState({
    campaign: findColumn(header, ['campaignname', 'campaigntitle', 'kampagnenname']) ?? NONE,
    webhook: findColumn(header, ['webhookname', 'webhooktitle', 'hookname']) ?? NONE,
  });
  const [problem, setProblem] = useState<string>();
  const ids = Object.values(picked.columns);
  const others = Array.from({ length: list.width }, (_, column) => column).filter(
    (column) => !ids.includes(column),
  );
  const changes = NAME_KINDS.filter((kind) => columns[kind] !== NONE).flatMap(
    (kind) =>
      readNames(
        list,
        { header: picked.header, columns: { kind, id: picked.columns[kind], name: columns[kind] } },
        book,
      ).changes,
  );
  const changed = changes.filter(({ kind, id }) => book[kind].has(id)).length;
  const save = () => {
    const before = changes.map(({ kind, id }) => ({ kind, id, name: book[kind].get(id) ?? '' }));
    const refused = names.change(changes);
    setProblem(refused);
    if (refused) return;
    onClose();
    offerUndo(`${formatCount(changes.length, 'name')} saved`, () => names.change(before));
  };
  return (
    <ConfirmDialog
      title="Use columns as names?"
      action={changes.length === 0 ? 'Save names' : `Save ${formatCount(changes.length, 'name')}`}
      variant="primary"
      disabled={changes.length === 0}
      onBack={onClose}
      onConfirm={save}
    >
      {NAME_KINDS.map((kind) => (
        <SelectField
          key={kind}
          label={`Names of ${kind}s`}
          isLabelShown
          value={columns[kind]}
          onChange={({ target }) => setColumns({ ...columns, [kind]: Number(target.value) })}
        >
          <option value={NONE}>None</option>
          {others.map((column) => (
            <option key={column} value={column}>
              {formatColumnLabel(list, picked.header, column)}
            </option>
          ))}
        </SelectField>
      ))}
      <p role="status">
        {formatCount(changes.length - changed, 'new name')}, {formatNumber(changed)} changed
      </p>
      {problem && <p role="alert">{problem}</p>}
    </ConfirmDialog>
  );
};
