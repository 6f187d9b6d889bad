import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { journalQueries } from '#src/log/queries.ts';
import { runLogOf } from '#src/log/runs/run-log-open.ts';
import { asBegun } from '#src/log/runs/run-rules.ts';
import type { LineState, Run } from '#src/log/runs/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { counted, number } from '#src/lib/count.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { resultOf } from '#src/features/webhooks/run/run-words.ts';
import { sendWords } from './check-words.ts';
import { useDraftStore } from './draft-store.ts';
import { InputForm } from './InputForm.tsx';
import styles from './BulkInput.module.css';

const MOST_SHOWN = 50;

const OUTCOMES = ['accepted', 'refused', 'unknown', 'not-sent'] as const;

const labelOf = (state: LineState, { operation }: Run): string =>
  resultOf({ state }, VERBS[operation].done).word;

/** `303 attached, 6 failed, 3 unknown`; those that are none are left out. */
const countsInWords = (run: Run): string => {
  const { queued, sending, ...settled } = run.counts;
  const counts = { ...settled, queued: queued + sending };
  return [...OUTCOMES, 'queued' as const]
    .filter((state) => counts[state] > 0)
    .map((state) => `${number(counts[state])} ${labelOf(state, run).toLowerCase()}`)
    .join(', ');
};

const Runs = ({
  runs,
  chosen,
  onChoose,
}: {
  runs: readonly Run[];
  chosen: string;
  onChoose: (id: string) => void;
}) => {
  const [nowMs] = useState(() => Date.now());
  return (
    <fieldset className={styles['runs']}>
      <legend className="vh">Run</legend>
      {runs.slice(0, MOST_SHOWN).map((run) => (
        <label key={run.id}>
          <input
            type="radio"
            name="earlier-run"
            checked={run.id === chosen}
            onChange={() => onChoose(run.id)}
          />
          <span>{formatMoment(run.at, nowMs)}</span>
          <span>
            {sendWords(run.operation, run.total)}
            {run.source !== '' && ` from ${run.source}`}
          </span>
          <span className="second">{countsInWords(run)}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** The pairs of a run that was sent, by what came of them. */
export const EarlierRun = () => {
  const store = useDraftStore();
  const workspace = useWorkspace();
  const runLog = runLogOf(workspace);
  const { data: runs } = useQuery(journalQueries.runs(workspace));
  const isKept = useSyncExternalStore(runLog.subscribe, runLog.isKept);
  const [chosenId, setChosenId] = useState<string>();
  const [left, setLeft] = useState<readonly LineState[]>(['accepted']);
  const run = runs?.find(({ id }) => id === chosenId) ?? runs?.[0];
  const taken = OUTCOMES.filter((state) => !left.includes(state));
  const count = taken.reduce((sum, state) => sum + (run?.counts[state] ?? 0), 0);

  const check = async () => {
    const record = run && (await runLog.open(run.id));
    if (!record || count === 0) return;
    const lines = Array.from({ length: record.run().total }, (_, index) => record.line(index));
    const pairs = lines
      .filter(({ state }) => taken.some((one) => one === state))
      .map((line) => asBegun({ ...line, again: undefined }));
    store.read({ kind: 'pairs', pairs, source: record.run().source });
  };

  const title = <h2>From an earlier run</h2>;
  if (!runs) return null;
  if (!run) {
    return (
      <div className={styles['form']}>
        {title}
        <p className="second">
          {isKept
            ? 'No run was sent from this browser yet.'
            : 'This browser’s storage does not answer, so that its runs could not be read.'}
        </p>
      </div>
    );
  }
  return (
    <InputForm
      title={title}
      count={count === 0 ? 'No pairs chosen' : counted(count, 'pair')}
      isEmpty={count === 0}
      onCheck={() => void check()}
    >
      <Runs runs={runs} chosen={run.id} onChoose={setChosenId} />
      <fieldset className={styles['outcomes']}>
        <legend>Include pairs that were</legend>
        {OUTCOMES.map((state) => (
          <Checkbox
            key={state}
            checked={!left.includes(state)}
            onChange={({ target }) =>
              setLeft(target.checked ? left.filter((other) => other !== state) : [...left, state])
            }
          >
            {labelOf(state, run)} <b>{number(run.counts[state])}</b>
          </Checkbox>
        ))}
      </fieldset>
    </InputForm>
  );
};
