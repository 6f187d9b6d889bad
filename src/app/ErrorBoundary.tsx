import { Component, type ReactNode } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Start.module.css';

/** Catches a mistake of ours while rendering. What was sent is in the journal; nothing is sent anew by a reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={styles['wait']}>
        <Note
          tone="bad"
          title="This page has stopped working"
          live="alert"
          actions={
            <Button size="sm" icon="refresh" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          The fault is the console’s, not yours. What was sent stays listed under “Sent from this browser”.
        </Note>
      </main>
    );
  }
}
