import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { download } from '#src/ui/download.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { Reading } from '#src/ui/forms/Reading.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { restoreBackup, writeBackup, type Refusal } from './backup-file.ts';
import type { WorkspaceControl } from './workspace-control.ts';

export const BackupDialog = ({ onClose }: { onClose: () => void }) => {
  const workspace = useWorkspace();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => download([await writeBackup(workspace)], 'console-backup', 'json'),
    onSuccess: () => {
      showToast({ tone: 'ok', text: 'Backup made' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Back up"
      action="Download"
      variant="primary"
      disabled={isPending}
      onBack={onClose}
      onConfirm={() => mutate()}
    >
      <p className="second">
        One file with what this browser keeps for you: calls with their notes, names, settings, and what it
        sent. “Restore…” adds it in another browser. It contains no token, but may name people.
      </p>
      {isError && (
        <Alert tone="bad" live="alert" title="The backup couldn’t be made">
          This browser’s storage gave no answer. Reload the page, then try again.
        </Alert>
      )}
    </ConfirmDialog>
  );
};

const STORAGE_FAILED: Refusal = {
  title: 'Not everything could be added',
  text: 'This browser’s storage refused it. Reload the page, then try again: what was added is not added twice.',
};

export const RestoreDialog = ({ control, onClose }: { control: WorkspaceControl; onClose: () => void }) => {
  const chooser = useRef<HTMLInputElement>(null);
  const { mutate, isPending, isIdle, data } = useMutation({
    mutationFn: (file: File) => restoreBackup(file, control).catch(() => STORAGE_FAILED),
  });
  const isDone = typeof data === 'string';
  return (
    <Dialog
      title="Restore"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{isDone ? 'Close' : 'Cancel'}</Button>
          {!isDone && (
            <Button
              variant="primary"
              icon="upload"
              disabled={isPending}
              onClick={() => chooser.current?.click()}
            >
              Choose file…
            </Button>
          )}
        </>
      }
    >
      <FileInput
        ref={chooser}
        label="Backup file"
        accept=".json,application/json"
        onFile={(file) => mutate(file)}
      />
      {isIdle && (
        <p className="second">
          Adds what a backup knows to what is here. What is newer here stays, and no change is sent to the
          service. Runs that were not finished are added as ended.
        </p>
      )}
      {isPending && <Reading />}
      <p role="status">{isDone && data}</p>
      {data && !isDone && (
        <Alert tone="bad" live="alert" title={data.title}>
          {data.text}
        </Alert>
      )}
    </Dialog>
  );
};
