import { useRef, useState } from 'react';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { listWords } from '#src/lib/list-words.ts';
import type { MergeCount } from '#src/lib/merge-count.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { Reading } from '#src/ui/forms/Reading.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { mergeBackup, readBackup, type Backup, type Merged, type Refusal } from './backup.ts';
import type { WorkspaceControl } from './workspace.ts';

const describeMerged = (merged: readonly Merged[]): string => {
  const sum = (kind: keyof MergeCount) => merged.reduce((total, { count }) => total + count[kind], 0);
  const list = (verb: string, kind: 'added' | 'updated') => {
    const byNoun = new Map<string, number>();
    for (const { noun, count } of merged) byNoun.set(noun, (byNoun.get(noun) ?? 0) + count[kind]);
    const words = [...byNoun].flatMap(([noun, count]) => (count > 0 ? formatCount(count, noun) : []));
    return words.length > 0 && `${verb} ${listWords(words)}.`;
  };
  const say = (kind: keyof MergeCount, text: string, ofOne = text) =>
    sum(kind) > 0 && `${formatNumber(sum(kind))} ${sum(kind) === 1 ? ofOne : text}.`;
  return [
    list('Added', 'added') || 'Nothing was added.',
    list('Updated', 'updated'),
    say('known', 'were here already', 'was here already'),
    say('unreadable', 'couldn’t be read'),
    say('surplus', 'are more than this browser keeps', 'is more than this browser keeps'),
  ]
    .filter(Boolean)
    .join(' ');
};

type State =
  | { at: 'choosing' | 'working' | 'failed' }
  | { at: 'refused'; refusal: Refusal }
  | { at: 'asking'; backup: Backup }
  | { at: 'done'; text: string };

export const RestoreDialog = ({ control, onClose }: { control: WorkspaceControl; onClose: () => void }) => {
  const [state, setState] = useState<State>({ at: 'choosing' });
  const chooser = useRef<HTMLInputElement>(null);

  const attempt = async (act: () => Promise<State>) => {
    setState({ at: 'working' });
    setState(await act().catch((): State => ({ at: 'failed' })));
  };
  const merge = async (backup: Backup, withLog: boolean): Promise<State> => {
    const merged = await mergeBackup(backup, control, { withLog });
    return { at: 'done', text: describeMerged(merged) };
  };
  const restore = (file: File) =>
    attempt(async () => {
      const result = await readBackup(file, control.workspace);
      if (!('backup' in result)) return { at: 'refused', refusal: result };
      return result.isOwn ? merge(result.backup, true) : { at: 'asking', backup: result.backup };
    });

  const isBusy = state.at === 'working';
  return (
    <Dialog
      title="Restore"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{state.at === 'done' ? 'Close' : 'Cancel'}</Button>
          {state.at === 'asking' && (
            <Button variant="primary" onClick={() => void attempt(() => merge(state.backup, false))}>
              Add calls and names
            </Button>
          )}
          {state.at !== 'asking' && state.at !== 'done' && (
            <Button
              variant="primary"
              icon="upload"
              disabled={isBusy}
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
        onFile={(file) => void restore(file)}
      />
      {state.at === 'choosing' && (
        <p className="second">
          Adds what a backup knows to what is here. What is newer here stays, and no change is sent to the
          service. Runs that were not finished are added as ended.
        </p>
      )}
      {isBusy && <Reading />}
      <p role="status">{state.at === 'done' && state.text}</p>
      {state.at === 'refused' && (
        <Alert tone="bad" live="alert" title={state.refusal.title}>
          {state.refusal.text}
        </Alert>
      )}
      {state.at === 'asking' && (
        <Alert tone="warn" live="alert" title="This backup is of another person">
          Its calls with their notes, and its names, can be added. What that person sent is left out.
        </Alert>
      )}
      {state.at === 'failed' && (
        <Alert tone="bad" live="alert" title="Not everything could be added">
          This browser’s storage refused it. Reload the page, then try again: what was added is not added
          twice.
        </Alert>
      )}
    </Dialog>
  );
};
