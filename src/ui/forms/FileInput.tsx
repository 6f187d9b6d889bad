import { useState, type Ref } from 'react';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { hasDialog, isTypedIn } from '#src/ui/keys.ts';
import { useListener } from '#src/ui/use-listener.ts';
import styles from './Reading.module.css';

/** Not shown: a button clicks it through `ref`. */
export const FileInput = ({
  label,
  onFile,
  ref,
}: {
  label: string;
  onFile: (file: File) => void;
  ref: Ref<HTMLInputElement>;
}) => (
  <input
    ref={ref}
    type="file"
    hidden
    aria-label={label}
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      // Otherwise choosing the same file again, corrected, would fire no event.
      target.value = '';
      if (file) onFile(file);
    }}
  />
);

export const Reading = () => (
  <div className={`delayed ${styles['reading']}`}>
    <progress aria-label="Reading" />
    <span className="second">Reading…</span>
  </div>
);

export const DropHere = ({ children }: { children: string }) => (
  <div className={styles['drop']}>{children}</div>
);

export const usePasteAnywhere = (onPaste: (text: string) => void) =>
  useListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (isTypedIn(event.target) || pasted === '' || hasDialog()) return;
    event.preventDefault();
    onPaste(pasted);
  });

/** Files dropped outside of dialogs. Returns whether one is dragged over the page. */
export const useDropAnywhere = (onFile: (file: File) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const follow = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    const { type, relatedTarget } = event;
    if (!hasDialog()) event.dataTransfer.dropEffect = 'copy';
    setOver(type === 'dragover' ? !hasDialog() : type === 'dragleave' && relatedTarget !== null);
    if (type !== 'drop' || hasDialog()) return;
    const [file, ...more] = event.dataTransfer.files;
    if (more.length > 0) showToast({ tone: 'plain', text: 'One file at a time' });
    else if (file) onFile(file);
  };
  useListener('dragover', follow);
  useListener('dragleave', follow);
  useListener('drop', follow);
  return isOver;
};
