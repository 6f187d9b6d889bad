import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsRunSent, type OpenRun } from '#src/log/open-run.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import type { WorkspaceControl } from './workspace-control.ts';

/** Asks before a sign-out while any tab sends a run, and waits for its pending requests. */
export const SignOutDialog = ({
  run,
  control,
  onClose,
}: {
  run: OpenRun;
  control: Pick<WorkspaceControl, 'workspace' | 'pauseRun' | 'signOut'>;
  onClose: () => void;
}) => {
  const [isWaiting, setWaiting] = useState(false);
  /** The user cancelled, or signs out without waiting. */
  const isAnswered = useRef(false);
  const signOut = async () => {
    if (!isWaiting) {
      setWaiting(true);
      await control.pauseRun();
      if (isAnswered.current) return;
    }
    isAnswered.current = true;
    await control.signOut();
  };
  const isSent = useIsRunSent(control.workspace.storageKey);
  const closeOutdated = useEffectEvent(() => {
    if (!isWaiting) onClose();
  });
  useEffect(() => {
    if (!isSent) closeOutdated();
  }, [isSent]);
  return (
    <ConfirmDialog
      title="Sign out while a run is under way?"
      action={isWaiting ? 'Sign out now' : 'Pause and sign out'}
      variant={isWaiting ? 'danger' : 'primary'}
      onBack={() => {
        isAnswered.current = true;
        onClose();
      }}
      onConfirm={() => void signOut()}
    >
      <p role="status">
        {isWaiting
          ? `“${run.name}” is paused. You’ll be signed out when the requests on their way have their answers. If you sign out now, their outcome stays unknown.`
          : `“${run.name}” is still being sent. Signing out pauses it; you can resume it after you sign in again.`}
      </p>
    </ConfirmDialog>
  );
};
