import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { commandKey } from '#src/ui/keys.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { focusLookup } from './board/focus.ts';
import styles from './EmptyBoard.module.css';

const Motif = () => (
  <svg className={styles['motif']} viewBox="0 0 240 72" aria-hidden="true">
    <path d="M.5 0v72M60.5 0v72M120.5 0v72M180.5 0v72M239.5 0v72" />
    <rect x="1" y="10" width="92" height="8" rx="2" />
    <rect x="42" y="32" width="140" height="8" rx="2" data-live="" />
    <rect x="120" y="54" width="58" height="8" rx="2" />
  </svg>
);

export const EmptyBoard = ({
  label,
  onText,
  onWatch,
}: {
  label: string;
  onText: (text: string) => void;
  onWatch: (ids: readonly string[]) => void;
}) => {
  const { examples } = useWorkspace().config.calls;
  const paste = async () => {
    try {
      onText(await navigator.clipboard.readText());
    } catch {
      showToast({ tone: 'bad', text: `The browser refused to paste. Press ${commandKey()} V instead.` });
    }
    focusLookup();
  };
  const inputKinds = [
    { label: 'IDs', value: 'One, or many separated by spaces, commas or lines' },
    { label: 'Also', value: 'A column copied from a spreadsheet, or a link from a colleague’s board' },
  ];
  const exampleCalls = {
    label: 'Examples',
    value: (
      <span className={styles['examples']}>
        {examples.map((id) => (
          <TextButton key={id} onClick={() => onWatch([id])}>
            {id}
          </TextButton>
        ))}
      </span>
    ),
  };
  return (
    <div className={styles['none']}>
      <div className={styles['words']}>
        <Motif />
        <h2>No calls watched yet</h2>
        <p>
          Paste call IDs into the field above
          <span className={styles['keys']}>
            , or press <kbd>{commandKey()}</kbd> <kbd>V</kbd> anywhere on this page
          </span>
          . The board shows only the IDs you add, and keeps them in this browser.
          {label !== '' && ` They get the label “${label}”.`}
        </p>
        <div className="btns">
          <Button onClick={() => void paste()}>Paste from clipboard</Button>
        </div>
        <DescriptionList
          className={styles['ways']}
          items={examples.length > 0 ? [...inputKinds, exampleCalls] : inputKinds}
        />
      </div>
    </div>
  );
};
