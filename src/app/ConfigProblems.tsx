import type { ConfigProblem } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import styles from './ConfigProblems.module.css';

/** What is shown in place of everything else while the configuration can't be used. */
export const ConfigProblems = ({ problems }: { problems: readonly ConfigProblem[] }) => (
  <main className={styles['page']}>
    <title>Configuration · Telephony Campaign Console</title>
    <h1>The console is not configured</h1>
    <p>
      It reads <code>{BASE}config.json</code> at start and stops where that can’t be used. Nothing was sent
      anywhere. Whoever runs this console can mend it:
    </p>
    <ul>
      {problems.map((problem) => (
        <li key={problem.key + problem.mend}>
          {problem.key && <code>{problem.key}</code>} {problem.mend}
        </li>
      ))}
    </ul>
    <p>Then reload this page.</p>
  </main>
);
