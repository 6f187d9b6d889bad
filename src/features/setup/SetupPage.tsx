import { useState, useSyncExternalStore } from 'react';
import type { SessionControl } from '#src/auth/session.ts';
import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { formatCount } from '#src/lib/count.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { CHECKS, runChecks, type Finding } from './checks.ts';
import styles from './SetupPage.module.css';

const LABELS = { ok: 'Passed', bad: 'Failed', none: 'Not checked' } as const;

type Findings = Readonly<Record<string, Finding>>;

const ADDRESSES = [
  { label: 'Redirect', value: `${location.origin}${BASE}auth/callback` },
  { label: '', value: `${location.origin}${BASE}auth/silent` },
  { label: 'After sign-out', value: location.origin + BASE },
  { label: 'Origin (CORS)', value: location.origin },
];

const BUILD = `Version ${import.meta.env['VERSION'] as string}, built for the path ${BASE}`;

/** A text to send to the person who can fix what failed. The configuration holds no secret. */
const formatReport = (findings: Findings, config: Config): string =>
  [
    `Setup of ${location.origin}, checked at ${new Date().toISOString()}`,
    BUILD,
    ...Object.entries(findings).map(
      ([name, { state, result, advice }]) =>
        `${LABELS[state].toUpperCase()}: ${name}\n  ${[result, advice].filter(Boolean).join('\n  ')}`,
    ),
    `Configuration with defaults:\n${JSON.stringify(config, null, 2)}`,
  ].join('\n\n');

/** Only a run looks for a session, so before it none is known. */
const SignInButton = ({ session }: { session: SessionControl }) => {
  const { state } = useSyncExternalStore(session.subscribe, session.getState);
  return state === 'anonymous' || state === 'failed' ? (
    <Button onClick={() => void session.signIn()}>Sign in</Button>
  ) : null;
};

export const SetupPage = ({ config, session }: { config: Config; session: SessionControl }) => {
  const [findings, setFindings] = useState<Findings>();
  const found = findings ? Object.values(findings) : [];
  const failed = found.filter(({ state }) => state === 'bad').length;
  const isDone = found.length === CHECKS.length;
  const isRunning = findings !== undefined && !isDone;
  const runAll = () => {
    setFindings({});
    runChecks(config, session, (name, finding) => setFindings((all) => ({ ...all, [name]: finding })));
  };
  return (
    <main className={styles['page']}>
      <title>Check setup · Telephony Campaign Console</title>
      <a href={BASE}>Open the console</a>
      <h1>Check setup</h1>
      <p className="second">
        For administrators: checks the web server, the issuer and the service, and changes nothing there.
      </p>
      <div className="btns">
        <Button variant="primary" busy={isRunning} onClick={runAll}>
          Run all checks
        </Button>
        <SignInButton session={session} />
        {findings && isDone && (
          <Button icon="copy" onClick={() => void copyText(formatReport(findings, config), 'Results')}>
            Copy results
          </Button>
        )}
      </div>
      <p role="status">
        {isRunning && 'Checking…'}
        {isDone && (failed > 0 ? `${formatCount(failed, 'check')} failed.` : 'No check failed.')}
      </p>
      <ul>
        {CHECKS.map(({ name, asks }) => {
          const finding = findings?.[name];
          return (
            <li key={name}>
              <h2>{name}</h2>
              {finding && <Status tone={finding.state} word={LABELS[finding.state]} />}
              {isRunning && !finding && <Status tone="wait" word="Checking" spin />}
              <p className={finding ? undefined : 'second'}>{finding?.result ?? asks}</p>
              {finding?.advice && <p className="second">{finding.advice}</p>}
            </li>
          );
        })}
      </ul>
      <h2>Addresses to register</h2>
      <DescriptionList items={ADDRESSES} />
      <p className="second">{BUILD}</p>
      <ToastRegion />
    </main>
  );
};
