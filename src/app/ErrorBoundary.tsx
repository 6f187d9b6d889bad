import { Component, type ReactNode } from 'react';
import { ReloadPage } from './ReloadAlert.tsx';

/** Catches a mistake of ours while rendering. What was sent is in the log; nothing is sent anew by a reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ReloadPage title="This page has stopped working">
        The fault is the console’s, not yours. What was sent stays listed under “Sent from this browser”.
      </ReloadPage>
    );
  }
}
