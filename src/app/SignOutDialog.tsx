import { useRef, useState } from 'react';
import type { OpenRun } from '#src/log/open-run.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import type { WorkspaceControl } from './workspace.ts';

/** Asks before a sign-out while any tab sends a run, and waits for its pending requests. */
export const SignOutDialog = ({
  run,
  control,
  onClose,
}: {
  run: OpenRun;
  control: Pick<WorkspaceControl, 'pauseRun' | 'signOut'>;
  onClose: () => void;
}) => {
  const [isWaiting, setWaiting] = useState(false);
  const isAnswered = useRef(false);
  const pauseAndSignOut = async () => {
    setWaiting(true);
    await control.pauseRun();
    if (!isAnswered.current) await control.signOut();
  };
  const signOutNow = () => {
    isAnswered.current = true;
    void control.signOut();
  };
  const close = () => {
    isAnswered.current = true;
    onClose();
  };
  return isWaiting ? (
    <ConfirmDialog title="Waiting for answers" action="Sign out now" onBack={close} onConfirm={signOutNow}>
      <p role="status">
        “{run.name}” is paused. You’ll be signed out when the requests on their way have their answers. If you
        sign out now, their outcome stays unknown.
      </p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title="Sign out while a run is under way?"
      action="Pause and sign out"
      variant="primary"
      onBack={close}
      onConfirm={() => void pauseAndSignOut()}
    >
      <p>
        “{run.name}” is still being sent. Signing out pauses it; you can resume it after you sign in again.
      </p>
    </ConfirmDialog>
  );
};
