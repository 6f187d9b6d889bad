import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { SidePanelHeader } from './PageLayout.tsx';
import styles from './SidePanelTop.module.css';

/** The side panel takes the place of the page. */
const narrow = matchMedia('(max-width: 1023px)');

const subscribeNarrow = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribeNarrow, () => narrow.matches);

/** The first line of a panel that can be closed; on a narrow screen with a way back. */
export const SidePanelTop = ({
  backLabel,
  closeLabel,
  onClose,
  actions,
  children,
}: {
  backLabel: string;
  closeLabel: string;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
}) => {
  const isNarrow = useNarrow();
  const back = useRef<HTMLButtonElement>(null);
  // The element with the focus is hidden now. In a low window the page scrolls to the top of the panel, too.
  useEffect(() => {
    if (isNarrow) back.current?.focus();
  }, [isNarrow]);
  const bare = { variant: 'bare', size: 'sm', square: true, onClick: onClose } as const;
  return (
    <SidePanelHeader>
      <Button ref={back} className={styles['back']} {...bare} icon="left" aria-label={backLabel} />
      {children}
      <span className={styles['push']} />
      {actions}
      <Button className={styles['shut']} {...bare} icon="x" aria-label={closeLabel} />
    </SidePanelHeader>
  );
};
