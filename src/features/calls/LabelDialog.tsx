import { useState } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { TextField, Checkbox } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { startHere } from '#src/ui/overlays/Dialog.tsx';
import { changeLabels } from './board/actions.ts';
import { nameCalls, useBoard } from './board/board.ts';
import { hasLabel, MAX_LABEL_LENGTH, readLabels } from './call/labels.ts';
import styles from './Board.module.css';

/** Adds labels to calls and removes them. Labels that only some of the calls have stay as they are, unless pressed. */
export const LabelDialog = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const board = useBoard();
  const [labels] = useState(() => {
    const calls = board.store.find(ids);
    return board.store.labels().map(({ name, total }) => {
      const count = calls.filter(({ entry }) => hasLabel(entry, name)).length;
      return { name, total, has: count === calls.length ? true : count > 0 ? undefined : false };
    });
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [typed, setTyped] = useState('');
  const save = () => {
    const changed = labels.flatMap(({ name, has }) => {
      const isOn = chosen.get(name);
      return isOn === undefined || isOn === has ? [] : { name, isOn };
    });
    const select = (on: boolean) => changed.filter(({ isOn }) => isOn === on).map(({ name }) => name);
    changeLabels(board, ids, { added: [...select(true), ...readLabels(typed)], removed: select(false) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Label ${nameCalls(ids)}`}
      action="Save"
      variant="primary"
      onBack={onClose}
      onConfirm={save}
    >
      {labels.length > 0 && (
        <ul className={styles['labels']} aria-label="Labels">
          {labels.map(({ name, total, has }) => {
            const isOn = chosen.get(name) ?? has;
            return (
              <li key={name}>
                <Checkbox
                  ref={(input) => {
                    if (input) input.indeterminate = isOn === undefined;
                  }}
                  checked={isOn === true}
                  onChange={({ target }) => setChosen(new Map(chosen).set(name, target.checked))}
                >
                  <span className={classes('cut', styles['name'])}>{name}</span>
                  <span className="quiet">{formatNumber(total)}</span>
                </Checkbox>
              </li>
            );
          })}
        </ul>
      )}
      <TextField
        label={labels.length > 0 ? 'New label' : 'Label'}
        ref={startHere}
        maxLength={MAX_LABEL_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  );
};
