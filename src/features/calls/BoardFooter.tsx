import type { Overview } from './overview.ts';
import { footerWords } from './words.ts';
import styles from './Board.module.css';

export const BoardFooter = ({ overview }: { overview: Overview }) => (
  <footer className={styles['foot']}>
    <span>{footerWords(overview)}</span>
    <span className="quiet">Kept in this browser only</span>
  </footer>
);
