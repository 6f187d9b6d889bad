import { flatten } from '#src/lib/json.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorTree } from '#src/ui/Facts.tsx';
import { SideHead } from '#src/ui/overlays/Sheet.tsx';
import { copyText } from '#src/ui/alerts/toasts.ts';
import styles from './CallDetail.module.css';

/** The `error` of the call's record: a text in one line, an object flattened. */
export const CallError = ({ error }: { error: string | object }) => {
  const text = typeof error === 'string' ? error : JSON.stringify(error, null, 2);
  return (
    <section>
      <SideHead>
        <h2>Error from the service</h2>
        <Button variant="bare" size="sm" icon="copy" onClick={() => void copyText(text, 'Error')}>
          Copy
        </Button>
      </SideHead>
      {typeof error === 'string' ? (
        <p className={styles['error']}>{error}</p>
      ) : (
        <ErrorTree
          lines={flatten(error).map(({ path, value, kind }) => ({ path, value, quiet: kind !== 'value' }))}
        />
      )}
    </section>
  );
};
