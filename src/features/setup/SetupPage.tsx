import { QueryClient, QueryClientProvider, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { SessionControl } from '#src/auth/state.ts';
import type { ConfigResult } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { Environment, Mark } from '#src/ui/Brand.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { Addresses } from './Addresses.tsx';
import { QUERY_DEFAULTS } from '#src/lib/query-defaults.ts';
import { reportOf, STATE_WORDS, type Finding, type Line } from './finding.ts';
import { checksOf, type Check, type CheckGroup, type Setup } from './queries.ts';
import styles from './Setup.module.css';

type SetupPageProps = { loaded: ConfigResult; session: SessionControl | undefined };

const newClient = () => new QueryClient({ defaultOptions: { queries: QUERY_DEFAULTS } });

const Result = ({ title, finding, isChecking }: Line & { isChecking: boolean }) => {
  const state = finding?.state ?? 'none';
  return (
    <li className={styles['result']}>
      <h3>{title}</h3>
      {isChecking ? (
        <Status tone="wait" word="Checking" spin />
      ) : (
        <Status tone={state} word={STATE_WORDS[state]} />
      )}
      {finding && !isChecking && (
        <dl>
          <dt>Tried</dt>
          <dd>{finding.tried}</dd>
          <dt>Result</dt>
          <dd>{finding.came}</dd>
          {finding.change !== undefined && (
            <>
              <dt>To do</dt>
              <dd>{finding.change}</dd>
            </>
          )}
        </dl>
      )}
    </li>
  );
};

const GROUPS: readonly [CheckGroup, string][] = [
  ['page', 'This browser and the web server'],
  ['issuer', 'Issuer'],
  ['service', 'Service'],
];

const summaryOf = (lines: readonly Line[], isChecking: boolean): string => {
  if (isChecking) return 'Checking…';
  const count = (state: Finding['state']) => lines.filter(({ finding }) => finding?.state === state).length;
  const unchecked = lines.length - count('ok') - count('warn') - count('bad');
  return `${count('ok')} work, ${count('bad')} to change, ${count('warn')} to look at, ${unchecked} not checked.`;
};

const anonymous = { getState: () => undefined, subscribe: () => () => undefined };

const Checks = ({ setup }: { setup: Setup | undefined }) => {
  const client = useQueryClient();
  const [hasAsked, setAsked] = useState(false);
  const [checks] = useState((): readonly Check[] => checksOf(setup));
  const results = useQueries({
    queries: checks.map(({ group, query }) => ({ ...query, enabled: group === 'page' || hasAsked })),
  });
  const { getState, subscribe } = setup?.session ?? anonymous;
  const isSignedIn = useSyncExternalStore<unknown>(subscribe, () => getState()?.state === 'active');
  const lines = checks.map(({ group, title }, at) => ({
    group,
    title,
    finding: results[at]?.data,
    isChecking: results[at]?.isFetching === true,
  }));
  const isChecking = lines.some((line) => line.isChecking);
  const ask = () => {
    setAsked(true);
    void client.resetQueries({ queryKey: ['setup'] });
  };
  const copy = () => copyText(reportOf(lines, location.origin, new Date()), 'Results');
  return (
    <>
      <div className={styles['actions']}>
        <div className="btns">
          {setup ? (
            <Button variant="primary" busy={isChecking} onClick={ask}>
              {hasAsked ? 'Check again' : 'Ask issuer and service'}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
          {setup && !isSignedIn && <Button onClick={() => void setup.session.signIn()}>Sign in</Button>}
          <Button icon="copy" onClick={() => void copy()}>
            Copy results
          </Button>
        </div>
        {setup && (
          <p className="hint">
            Reads the issuer’s description, sends its token endpoint a request that it must refuse, and tries
            a sign-in in a hidden frame. Signed in, it also reads one call that doesn’t exist. Nothing is
            written.
          </p>
        )}
        <p role="status">{summaryOf(lines, isChecking)}</p>
      </div>
      {GROUPS.map(([group, name]) => {
        const shown = lines.filter((line) => line.group === group);
        if (shown.length === 0) return null;
        return (
          <section key={group}>
            <h2>{name}</h2>
            <ul className={styles['results']}>
              {shown.map((line) => (
                <Result key={line.title} {...line} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
};

/** Checks what the console needs of its web server, issuer and service, for whoever sets it up. */
export const SetupPage = ({ loaded, session }: SetupPageProps) => {
  const [client] = useState(newClient);
  const setup = loaded.ok && session ? { config: loaded.config, session } : undefined;
  const environment = setup?.config.environment;
  return (
    <QueryClientProvider client={client}>
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
            For whoever runs this console: what it needs of its web server, the issuer that people sign in at,
            and the service. What to do for each symptom is in <code>docs/troubleshooting.md</code>.
          </p>
          <Checks setup={setup} />
          <Addresses />
        </main>
      </div>
      <ToastRegion />
    </QueryClientProvider>
  );
};
