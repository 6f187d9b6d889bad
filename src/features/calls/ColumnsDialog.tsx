import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useBoard, useHiddenColumns } from './board/hooks.ts';
import { OPTIONAL_COLUMNS } from './call/fields.ts';

export const ColumnsDialog = ({ onClose }: { onClose: () => void }) => {
  const board = useBoard();
  const hidden = useHiddenColumns();
  return (
    <Dialog title="Columns" onClose={onClose}>
      <p className="second">Status and Call ID are always shown.</p>
      <div>
        {OPTIONAL_COLUMNS.map(({ key, label }) => (
          <Checkbox
            key={key}
            checked={!hidden.includes(key)}
            onChange={({ target }) => {
              const others = hidden.filter((column) => column !== key);
              const hiddenColumns = target.checked ? others : [...others, key];
              board.settings.change({ hiddenColumns: hiddenColumns.length > 0 ? hiddenColumns : undefined });
            }}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </Dialog>
  );
};
