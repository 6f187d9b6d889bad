import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { download } from '#src/ui/download.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { Reading } from '#src/ui/forms/Reading.tsx';
import { Dialog, startHere } from '#src/ui/overlays/Dialog.tsx';
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
    <Dialog
      title="Back up"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={startHere} variant="primary" busy={isPending} onClick={() => mutate()}>
            Download
          </Button>
        </>
      }
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
    </Dialog>
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
          {!isDone && <Button onClick={onClose}>Cancel</Button>}
          {/* One button, so that the focus stays in the dialog. */}
          <Button
            ref={startHere}
            variant={isDone ? 'default' : 'primary'}
            icon={isDone ? undefined : 'upload'}
            busy={isPending}
            onClick={() => (isDone ? onClose() : chooser.current?.click())}
          >
            {isDone ? 'Close' : 'Choose file…'}
          </Button>
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
