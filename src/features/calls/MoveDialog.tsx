import { formatCount } from '#src/lib/count.ts';
import { LazyTextDialog } from '#src/ui/forms/LazyTextDialog.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { useView } from './board/view.ts';
import { labelList, MAX_LIST_LENGTH, readListName } from './call/list-name.ts';
import { useLists } from './ListMenu.tsx';
import styles from './Board.module.css';

export const MoveDialog = ({
  count,
  onMove,
  onClose,
}: {
  count: number;
  onMove: (list: string) => void;
  onClose: () => void;
}) => {
  const { list: shown } = useView().view;
  const others = useLists().filter(({ name }) => name !== shown);
  const moveAndClose = (list: string) => {
    onMove(list);
    onClose();
  };
  return (
    <LazyTextDialog
      title={`Move ${formatCount(count, 'call')} to a list`}
      label="New list"
      required="Enter a name."
      maxLength={MAX_LIST_LENGTH}
      initial=""
      action="Move"
      onSave={(text) => onMove(readListName(text))}
      onClose={onClose}
    >
      {others.length > 0 && (
        <ul className={styles['choices']} aria-label="Lists">
          {others.map(({ name }) => (
            <li key={name}>
              <Button onClick={() => moveAndClose(name)}>{labelList(name)}</Button>
            </li>
          ))}
        </ul>
      )}
    </LazyTextDialog>
  );
};
