import { Link } from 'wouter';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { ONE_PATH } from '#src/features/webhooks/change/bulk-address.ts';
import styles from './BulkInput.module.css';

/** Where nothing can be written down, nothing is sent in bulk; said before anybody types. */
export const BulkRefused = () => (
  <div className={styles['page']}>
    <Alert
      tone="warn"
      title="Many pairs can’t be sent from this browser"
      live="status"
      actions={<Link href={ONE_PATH}>One pair at a time</Link>}
    >
      It keeps nothing for this page, or does not let tabs agree which of them sends. Each line of a run is
      written down before its request leaves, so that none is sent twice; without that no run is begun. One
      pair at a time still works.
    </Alert>
  </div>
);
