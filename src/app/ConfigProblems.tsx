import type { ConfigProblem } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import styles from './ConfigProblems.module.css';

export const ConfigProblems = ({ problems }: { problems: readonly ConfigProblem[] }) => (
  <main className={styles['page']}>
    <title>Configuration · Telephony Campaign Console</title>
    <h1>The console is not configured</h1>
    <p>
      <code>{BASE}config.json</code> can’t be used, so nothing was sent anywhere. Ask the person who runs this
      console to fix it:
    </p>
    <ul>
      {problems.map((problem) => (
        <li key={problem.key + problem.fix}>
          {problem.key && <code>{problem.key}</code>} {problem.fix}
        </li>
      ))}
    </ul>
    <p>
      Correct the file that the release was prepared from, prepare it again, then reload this page.{' '}
      <a href={`${BASE}setup`}>Check setup</a>
    </p>
  </main>
);
