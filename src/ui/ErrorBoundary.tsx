import { Component, type ReactNode } from 'react';
import { Alert } from './alerts/Alert.tsx';
import { Button } from './forms/Button.tsx';

/** A part of the code that could not be loaded. */
export class MissingPart extends Error {}

export type Failure = { error: unknown; retry: () => void };

/** Says what failed, with the ways on. */
export const FailureAlert = ({ what, failure: { error, retry } }: { what: string; failure: Failure }) => {
  const isMissing = error instanceof MissingPart;
  return (
    <Alert
      tone="bad"
      live="alert"
      title={isMissing ? `${what} could not be loaded` : `${what} has stopped working`}
      actions={
        <>
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
          <Button size="sm" icon="refresh" onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      {isMissing
        ? 'The connection may have broken, or there is a new version. Try again, or reload.'
        : 'The fault is the console’s, not yours. Try again, or reload: nothing is sent again by that.'}
    </Alert>
  );
};

/** Shows `renderFailure` in place of what failed to load or to render; what is around it goes on. */
export class ErrorBoundary extends Component<
  { renderFailure: (failure: Failure) => ReactNode; children: ReactNode },
  { error?: unknown }
> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (!('error' in this.state)) return this.props.children;
    // oxlint-disable-next-line react/no-set-state -- the way on
    return this.props.renderFailure({ error: this.state.error, retry: () => this.setState({}) });
  }
}
