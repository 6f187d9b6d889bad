import { Component, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { isOutdated } from '#src/lib/new-version.ts';
import { Alert } from './alerts/Alert.tsx';
import { Button } from './forms/Button.tsx';

/** A part of the code could not be loaded. React keeps the failure until `reset` is called. */
export class MissingPart extends Error {
  readonly reset: () => void;

  constructor(cause: unknown, reset: () => void) {
    super('A part could not be loaded', { cause });
    this.reset = reset;
  }
}

type Failure = { error: unknown; retry: () => void };

export const FailureAlert = ({ what, failure: { error, retry } }: { what: string; failure: Failure }) => {
  const isMissing = error instanceof MissingPart;
  const isRemoved = useStore(isOutdated) && isMissing;
  const failed = isMissing ? `${what} could not be loaded.` : `${what} has stopped working.`;
  return (
    <Alert
      tone={isRemoved ? 'info' : 'bad'}
      live="alert"
      title={isRemoved ? `${what} needs the new version.` : failed}
      actions={
        <>
          {!isRemoved && (
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          )}
          <Button size="sm" icon="refresh" onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      {!isMissing && 'This is a fault of the console: nothing is sent again.'}
    </Alert>
  );
};

export class ErrorBoundary extends Component<
  { renderFailure: (failure: Failure) => ReactNode; children: ReactNode },
  { failed?: { error: unknown } | undefined }
> {
  override state: { failed?: { error: unknown } | undefined } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    const { error } = failed;
    const retry = () => {
      if (error instanceof MissingPart) error.reset();
      this.setState({ failed: undefined });
    };
    return this.props.renderFailure({ error, retry });
  }
}
