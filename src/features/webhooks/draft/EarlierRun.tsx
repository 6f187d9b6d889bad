import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type ReactNode, type SubmitEvent } from 'react';
import { useStore } from 'zustand';
import { journalQueries } from '#src/journal/queries.ts';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import type { LineState, Run } from '#src/journal/runs/run.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { countsInWords, pairsInWords, runInWords, whenInWords } from './check-words.ts';
import { useDraftStore } from './use-draft-store.ts';

const MOST_SHOWN = 50;

const OUTCOMES: readonly { state: LineState; label: string }[] = [
  { state: 'accepted', label: 'Accepted' },
  { state: 'refused', label: 'Failed' },
  { state: 'unknown', label: 'Unknown' },
  { state: 'not-sent', label: 'Not sent' },
];

const Runs = ({
  runs,
  chosen,
  onChoose,
}: {
  runs: readonly Run[];
  chosen: string | undefined;
  onChoose: (run: Run) => void;
}) => {
  const [nowMs] = useState(() => Date.now());
  return (
    <fieldset className="bulk-runs">
      <legend className="vh">Run</legend>
      {runs.slice(0, MOST_SHOWN).map((run) => (
        <label key={run.id}>
          <input type="radio" name="earlier-run" checked={run.id === chosen} onChange={() => onChoose(run)} />
          <span>{whenInWords(run.at, nowMs)}</span>
          <span>{runInWords(run)}</span>
          <span className="second">{countsInWords(run.counts)}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** The pairs of a run that was sent, by what came of them. `children` is the switch of the operation. */
export const EarlierRun = ({ children }: { children: ReactNode }) => {
  const store = useDraftStore();
  const isReading = useStore(store, ({ reading }) => reading !== undefined);
  const workspace = useWorkspace();
  const runLog = runLogOf(workspace);
  const { data: runs } = useQuery(journalQueries.runs(workspace));
  const isKept = useSyncExternalStore(runLog.subscribe, runLog.isKept);
  const [chosenId, setChosenId] = useState<string>();
  const [left, setLeft] = useState<readonly LineState[]>(['accepted']);
  const run = runs?.find(({ id }) => id === chosenId) ?? runs?.[0];
  const taken = OUTCOMES.filter(({ state }) => !left.includes(state) && (run?.counts[state] ?? 0) > 0);
  const count = taken.reduce((sum, { state }) => sum + (run?.counts[state] ?? 0), 0);

  const check = async () => {
    const record = run && (await runLog.open(run.id));
    if (!record || count === 0) return;
    const states = new Set(taken.map(({ state }) => state));
    const lines = Array.from({ length: record.run().total }, (_, index) => record.line(index));
    store.read({
      kind: 'pairs',
      pairs: lines
        .filter(({ state }) => states.has(state))
        .map(({ campaignId, webhookId }) => ({ campaignId, webhookId })),
      source: record.run().source,
    });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void check();
  };

  return (
    <form className="bulk-form" onSubmit={submit}>
      <div className="bulk-label">
        <h2>From an earlier run</h2>
        {children}
      </div>
      {runs?.length === 0 && (
        <p className="second">
          {isKept
            ? 'No run was sent from this browser yet.'
            : 'This browser’s storage does not answer, so that its runs could not be read.'}
        </p>
      )}
      {runs && run && (
        <>
          <Runs runs={runs} chosen={run.id} onChoose={({ id }) => setChosenId(id)} />
          <fieldset className="bulk-outcomes">
            <legend>Take pairs that were</legend>
            {OUTCOMES.map(({ state, label }) => (
              <Checkbox
                key={state}
                checked={!left.includes(state)}
                onChange={({ target }) =>
                  setLeft(target.checked ? left.filter((other) => other !== state) : [...left, state])
                }
              >
                {label} <b>{run.counts[state].toLocaleString('en')}</b>
              </Checkbox>
            ))}
          </fieldset>
          <div className="btns">
            <Button
              variant="primary"
              size="lg"
              type="submit"
              busy={isReading}
              {...(count === 0 && { 'aria-disabled': true })}
              aria-describedby="earlier-count"
            >
              Check pairs
            </Button>
            <output className="second" id="earlier-count">
              {count === 0 ? 'No pairs chosen' : pairsInWords(count)}
            </output>
          </div>
        </>
      )}
    </form>
  );
};
