import { useState, useSyncExternalStore } from 'react';
import type { SessionControl } from '#src/auth/state.ts';
import type { ConfigResult } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { Environment, Mark } from '#src/ui/Brand.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { checksOf, type Check, type Finding, type Setup } from './checks.ts';
import styles from './Setup.module.css';

const LABELS: Record<Finding['state'], string> = {
  ok: 'Passed',
  warn: 'Warning',
  bad: 'Failed',
  none: 'Not checked',
};

type Row = Omit<Check, 'ask'> & { finding?: Finding };

const Result = ({ name, advice, finding, isRunning }: Row & { isRunning: boolean }) => {
  const state = finding?.state ?? 'none';
  return (
    <li className={styles['result']}>
      <h3>{name}</h3>
      {!finding && isRunning ? (
        <Status tone="wait" word="Checking" spin />
      ) : (
        <Status tone={state} word={LABELS[state]} />
      )}
      {finding && <p>{finding.result}</p>}
      {finding && state !== 'ok' && <p className="second">{advice}</p>}
    </li>
  );
};

const summarize = (rows: readonly Row[]): string => {
  const count = (state: Finding['state']) => rows.filter(({ finding }) => finding?.state === state).length;
  const warnings = count('warn');
  const passed = `${count('ok')} passed, ${count('bad')} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  return count('none') > 0 ? `${passed}, ${count('none')} not checked` : passed;
};

/** The results as text, for the person who can change what failed. */
const reportOf = (rows: readonly Row[]): string => {
  const blocks = rows.map(({ name, advice, finding: { state, result } = { state: 'none', result: '' } }) =>
    [`${LABELS[state].toUpperCase()}: ${name}`, result, state === 'ok' ? '' : advice]
      .filter(Boolean)
      .join('\n  '),
  );
  return [`Setup of ${location.origin}, checked at ${new Date().toISOString()}`, ...blocks].join('\n\n');
};

const NO_SESSION = { getState: () => undefined, subscribe: () => () => undefined };

const Checks = ({ setup }: { setup: Setup | undefined }) => {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [isRunning, setRunning] = useState(false);
  const { getState, subscribe } = setup?.session ?? NO_SESSION;
  const isSignedIn = useSyncExternalStore<unknown>(subscribe, () => getState()?.state === 'active');
  const run = async () => {
    const checks = checksOf(setup);
    setRunning(true);
    setRows(checks);
    const settle = async ({ name, ask }: Check) => {
      const finding = await ask();
      setRows((present) => present.map((row) => (row.name === name ? { ...row, finding } : row)));
    };
    await Promise.all(checks.map(settle));
    setRunning(false);
  };
  const groups = [...new Set(rows.map(({ group }) => group))];
  return (
    <>
      <div className={styles['actions']}>
        <div className="btns">
          <Button variant="primary" busy={isRunning} onClick={() => void run()}>
            Run all checks
          </Button>
          {setup && !isSignedIn && <Button onClick={() => void setup.session.signIn()}>Sign in</Button>}
          {rows.length > 0 && (
            <Button icon="copy" onClick={() => void copyText(reportOf(rows), 'Results')}>
              Copy results
            </Button>
          )}
        </div>
        <p className="hint">
          Reads this web server’s pages and the issuer’s description, sends the token endpoint a request that
          it must refuse, and tries a sign-in in a hidden frame. Signed in, it also reads one call that
          doesn’t exist. Nothing is written.
        </p>
        <p role="status">{isRunning ? 'Checking…' : rows.length > 0 && summarize(rows)}</p>
      </div>
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul className={styles['results']}>
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <Result key={row.name} {...row} isRunning={isRunning} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
};

const ADDRESSES: readonly [label: string, path: string][] = [
  ['Redirect address of a sign-in', `${BASE}auth/callback`],
  ['Redirect address of a renewal', `${BASE}auth/silent`],
  ['Address after sign-out', BASE],
  ['Origin for CORS', ''],
];

const Addresses = () => (
  <section>
    <h2>Addresses to register</h2>
    <p className="second">
      At the issuer, for a public client: authorization code with PKCE, no client secret. The service needs
      the origin alone.
    </p>
    <ul className={styles['addresses']}>
      {ADDRESSES.map(([label, path]) => (
        <li key={path}>
          <span>{label}</span>
          <code>{location.origin + path}</code>
          <Button
            variant="bare"
            size="sm"
            square
            icon="copy"
            aria-label={`Copy: ${label}`}
            onClick={() => void copyText(location.origin + path, label)}
          />
        </li>
      ))}
    </ul>
  </section>
);

/** Checks what the console needs of its web server, issuer and service. */
export const SetupPage = ({
  loaded,
  session,
}: {
  loaded: ConfigResult;
  session: SessionControl | undefined;
}) => {
  const setup = loaded.ok && session ? { config: loaded.config, session } : undefined;
  const environment = setup?.config.environment;
  return (
    <>
      <title>Check setup · Telephony Campaign Console</title>
      <div className={styles['page']}>
        <header>
          <a href={BASE}>
            <Mark />
            <span>Telephony Campaign Console</span>
          </a>
          {environment && <Environment name={environment} />}
        </header>
        <main>
          <h1>Check setup</h1>
          <p className="second">
            For administrators: what the console needs of its web server, the issuer and the service.{' '}
            <code>docs/troubleshooting.md</code> says what to do for each symptom.
          </p>
          <Checks setup={setup} />
          <Addresses />
        </main>
      </div>
      <ToastRegion />
    </>
  );
};
