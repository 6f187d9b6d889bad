import { useState, useSyncExternalStore } from 'react';
import type { SessionControl } from '#src/auth/session.ts';
import type { Config, ConfigResult } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { formatCount } from '#src/lib/count.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { EnvironmentBadge, Logo } from '#src/ui/Brand.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { listChecks, type Check, type Configured } from './checks.ts';
import { bad, type Finding } from './requests.ts';
import styles from './Setup.module.css';

const LABELS: Record<Finding['state'], string> = {
  ok: 'Passed',
  warn: 'Warning',
  bad: 'Failed',
  none: 'Not checked',
};

type Findings = Readonly<Record<string, Finding>>;

/** A check that could not be made says only why. */
const findAdvice = (check: Check, finding: Finding | undefined): string | undefined =>
  finding?.state === 'warn' || finding?.state === 'bad' ? (finding.advice ?? check.advice) : undefined;

const summarize = (checks: readonly Check[], findings: Findings): string => {
  const count = (state: Finding['state']) =>
    checks.filter(({ name }) => findings[name]?.state === state).length;
  const summary = `${count('ok')} passed, ${count('bad')} failed, ${formatCount(count('warn'), 'warning')}`;
  return count('none') > 0 ? `${summary}, ${count('none')} not checked` : summary;
};

/** What is registered at the issuer and the service, and what is in use. The configuration holds no secret. */
const listFacts = (config: Config | undefined) => [
  { label: 'Redirect addresses to register', value: `${location.origin}${BASE}auth/callback` },
  { label: '', value: `${location.origin}${BASE}auth/silent` },
  { label: 'Address after sign-out', value: location.origin + BASE },
  { label: 'Origin for CORS', value: location.origin },
  { label: 'Version', value: import.meta.env['VERSION'] as string },
  { label: 'Base path', value: BASE },
  ...(config
    ? [
        { label: 'Issuer', value: config.oidc.authority },
        { label: 'Client ID', value: config.oidc.clientId },
        { label: 'Scopes', value: config.oidc.scope },
        { label: 'Service', value: config.api.baseUrl || location.origin },
      ]
    : []),
];

/** A text to send to the person who can fix what failed. */
const formatReport = (checks: readonly Check[], findings: Findings, config: Config | undefined): string =>
  [
    `Setup of ${location.origin}, checked at ${new Date().toISOString()}`,
    listFacts(config)
      .map(({ label, value }) => `${label}: ${value}`)
      .join('\n'),
    ...checks.map((check) => {
      const finding = findings[check.name];
      const state = LABELS[finding?.state ?? 'none'].toUpperCase();
      const lines = [`${state}: ${check.name}`, finding?.result, findAdvice(check, finding)];
      return lines.filter(Boolean).join('\n  ');
    }),
    ...(config ? [`Configuration with defaults:\n${JSON.stringify(config, null, 2)}`] : []),
  ].join('\n\n');

const SignInButton = ({ session }: { session: SessionControl }) => {
  const { state } = useSyncExternalStore(session.subscribe, session.getState);
  return state === 'active' ? null : <Button onClick={() => void session.signIn()}>Sign in</Button>;
};

const CheckItem = ({
  check,
  finding,
  busy,
}: {
  check: Check;
  finding?: Finding | undefined;
  busy: boolean;
}) => {
  const advice = findAdvice(check, finding);
  const tone = finding?.state ?? (busy ? 'wait' : 'none');
  return (
    <li className={styles['result']}>
      <h3>{check.name}</h3>
      <Status
        tone={tone}
        word={finding ? LABELS[finding.state] : busy ? 'Checking' : 'Not checked yet'}
        spin={tone === 'wait'}
      />
      <p className={finding ? undefined : 'second'}>{finding?.result ?? check.does}</p>
      {advice && <p className="second">{advice}</p>}
    </li>
  );
};

const Checks = ({ configured }: { configured: Configured | undefined }) => {
  const [checks] = useState(() => listChecks(configured));
  const [findings, setFindings] = useState<Findings>();
  const isRunning = findings !== undefined && checks.some(({ name }) => !findings[name]);
  const runAll = () => {
    setFindings({});
    for (const { name, run } of listChecks(configured))
      void run()
        .catch(() => bad('An answer broke off.'))
        .then((finding) => setFindings((all) => ({ ...all, [name]: finding })));
  };
  const groups = [...new Set(checks.map(({ group }) => group))];
  return (
    <>
      <div className="btns">
        <Button variant="primary" busy={isRunning} onClick={runAll}>
          Run all checks
        </Button>
        {configured && <SignInButton session={configured.session} />}
        {findings && (
          <Button
            icon="copy"
            onClick={() => void copyText(formatReport(checks, findings, configured?.config), 'Results')}
          >
            Copy results
          </Button>
        )}
      </div>
      <p role="status">{isRunning ? 'Checking…' : findings && summarize(checks, findings)}</p>
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {checks
              .filter((check) => check.group === group)
              .map((check) => (
                <CheckItem
                  key={check.name}
                  check={check}
                  finding={findings?.[check.name]}
                  busy={findings !== undefined}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
};

export const SetupPage = ({
  loaded,
  session,
}: {
  loaded: ConfigResult;
  session: SessionControl | undefined;
}) => {
  const configured = loaded.ok && session ? { config: loaded.config, session } : undefined;
  const environment = configured?.config.environment;
  return (
    <div className={styles['page']}>
      <title>Check setup · Telephony Campaign Console</title>
      <header>
        <a href={BASE}>
          <Logo />
          <span>Telephony Campaign Console</span>
        </a>
        {environment && <EnvironmentBadge name={environment} />}
      </header>
      <main>
        <h1>Check setup</h1>
        <p className="second">
          For administrators: checks the web server, the issuer and the service, and changes nothing there.
        </p>
        <Checks configured={configured} />
        <section>
          <h2>In use</h2>
          <DescriptionList items={listFacts(configured?.config)} />
        </section>
      </main>
      <ToastRegion />
    </div>
  );
};
