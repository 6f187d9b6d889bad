import { useState } from 'react';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { hasDialog } from '#src/ui/keys.ts';
import { isTypedIn } from '#src/ui/keys.ts';
import { useListener } from '#src/ui/use-listener.ts';

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
    // Otherwise the browser would open the file.
    event.preventDefault();
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
