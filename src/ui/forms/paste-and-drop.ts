import { useEffect, useEffectEvent, useState } from 'react';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { isTypedIn } from '#src/ui/keys.ts';

const isModal = (): boolean => document.querySelector('dialog[open]') !== null;

export const usePasteAnywhere = (onPaste: (text: string) => void) => {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (isTypedIn(event.target) || pasted === '' || isModal()) return;
    event.preventDefault();
    onPaste(pasted);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
};

/** Files dropped outside of dialogs. Returns whether one is dragged over the page. */
export const useDropAnywhere = (onFile: (file: File) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(([file, ...more]: FileList) => {
    if (more.length > 0) showToast({ tone: 'plain', text: 'One file at a time' });
    else if (file) onFile(file);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop') =>
      document.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          // Otherwise the browser would open the file.
          event.preventDefault();
          setOver(type === 'dragover' ? !isModal() : event.relatedTarget !== null && type === 'dragleave');
          if (type === 'drop' && !isModal()) drop(event.dataTransfer.files);
        },
        { signal: leaving.signal },
      );
    listen('dragover');
    listen('dragleave');
    listen('drop');
    return () => leaving.abort();
  }, []);
  return isOver;
};
