import { useState } from 'react';
import { formatCount } from '#src/lib/count.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { download } from '#src/ui/download.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { writeBackup } from './backup.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import type { WorkspaceControl } from './workspace.ts';

const BackupDialog = ({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) => {
  const [state, setState] = useState<'asking' | 'writing' | 'failed'>('asking');
  const backUp = async () => {
    setState('writing');
    try {
      const { parts, runsLeftOut } = await writeBackup(workspace);
      download(parts, 'console-backup', 'json');
      const leftOut = `, without the ${formatCount(runsLeftOut, 'oldest run')}, which didn’t fit`;
      showToast({ tone: 'ok', text: `Backup made${runsLeftOut > 0 ? leftOut : ''}` });
      onClose();
    } catch {
      setState('failed');
    }
  };
  return (
    <ConfirmDialog
      title="Back up"
      action="Download"
      variant="primary"
      disabled={state === 'writing'}
      onBack={onClose}
      onConfirm={() => void backUp()}
    >
      <p className="second">
        One file with what this browser keeps for you: calls with their notes, names, settings, and what it
        sent. “Restore…” adds it in another browser. It contains no token, but may name people.
      </p>
      {state === 'failed' && (
        <Alert tone="bad" live="alert" title="The backup couldn’t be made">
          This browser’s storage gave no answer. Reload the page, then try again.
        </Alert>
      )}
    </ConfirmDialog>
  );
};

/** One late part for both. */
export const Backups = ({
  dialog,
  control,
  onClose,
}: {
  dialog: 'back up' | 'restore';
  control: WorkspaceControl;
  onClose: () => void;
}) =>
  dialog === 'restore' ? (
    <RestoreDialog control={control} onClose={onClose} />
  ) : (
    <BackupDialog workspace={control.workspace} onClose={onClose} />
  );
