import { useOverview } from './board/ticking.tsx';
import { footerWords } from './board/overview.ts';
import styles from './Board.module.css';

export const BoardFooter = () => {
  const overview = useOverview();
  return (
    <footer className={styles['foot']}>
      <span>{footerWords(overview)}</span>
      <span className="quiet">
        {overview.isKept ? 'Kept in this browser only' : 'Not kept: this browser refuses storage'}
      </span>
    </footer>
  );
};
