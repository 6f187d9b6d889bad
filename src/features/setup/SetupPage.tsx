import { useState, useSyncExternalStore } from 'react';
import type { SessionControl } from '#src/auth/session.ts';
import type { Config, ConfigResult } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { formatCount } from '#src/lib/count.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { ToastRegion } from '#src/ui/alerts/ToastRegion.tsx';
import { EnvironmentBadge, Logo } from '#src/ui/Brand.tsx';
import { CodeBlock } from '#src/ui/CodeBlock.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Fold } from '#src/ui/Fold.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { listChecks, type Check, type Configured } from './checks.ts';
import { bad, type Finding } from './requests.ts';
import styles from './Setup.module.css';

const STATE_LABELS: Record<Finding['state'], string> = {
  ok: 'Passed',
  warn: 'Warning',
  bad: 'Failed',
  none: 'Not checked',
};

type CheckResult = Check & { finding?: Finding };

/** A check that could not be made says only why. */
const findAdvice = ({ advice, finding }: CheckResult): string | undefined =>
  finding?.state === 'warn' || finding?.state === 'bad' ? (finding.advice ?? advice) : undefined;

const CheckItem = ({ result, isRunning }: { result: CheckResult; isRunning: boolean }) => {
  const { name, does, finding } = result;
  const advice = findAdvice(result);
  return (
    <li className={styles['result']}>
      <h3>{name}</h3>
      {finding ? (
        <>
          <Status tone={finding.state} word={STATE_LABELS[finding.state]} />
          <p>{finding.result}</p>
          {advice && <p className="second">{advice}</p>}
        </>
      ) : (
        <>
          {isRunning ? (
            <Status tone="wait" word="Checking" spin />
          ) : (
            <Status tone="none" word="Not checked yet" />
          )}
          <p className="second">{does}</p>
        </>
      )}
    </li>
  );
};

const summarize = (results: readonly CheckResult[]): string => {
  const count = (state: Finding['state']) => results.filter(({ finding }) => finding?.state === state).length;
  const summary = `${count('ok')} passed, ${count('bad')} failed, ${formatCount(count('warn'), 'warning')}`;
  return count('none') > 0 ? `${summary}, ${count('none')} not checked` : summary;
};

const formatResult = (result: CheckResult): string => {
  const { name, finding } = result;
  const state = finding?.state ?? 'none';
  const lines = [`${STATE_LABELS[state].toUpperCase()}: ${name}`, finding?.result, findAdvice(result)];
  return lines.filter(Boolean).join('\n  ');
};

/** The configuration holds no secret: everyone can read config.json. */
const listInUse = (config: Config | undefined): { label: string; value: string }[] => {
  return [
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
};

const formatConfig = (config: Config): string => JSON.stringify(config, null, 2);

/** A text to send to the person who can fix what failed. */
const formatReport = (results: readonly CheckResult[], config: Config | undefined): string => {
  const inUse = listInUse(config).map(({ label, value }) => `${label}: ${value}`);
  return [
    `Setup of ${location.origin}, checked at ${new Date().toISOString()}`,
    inUse.join('\n'),
    ...results.map(formatResult),
    ...(config ? [`Configuration with defaults:\n${formatConfig(config)}`] : []),
  ].join('\n\n');
};

const SignInButton = ({ session }: { session: SessionControl }) => {
  const { state } = useSyncExternalStore(session.subscribe, session.getState);
  return state === 'active' ? null : <Button onClick={() => void session.signIn()}>Sign in</Button>;
};

const Checks = ({ configured }: { configured: Configured | undefined }) => {
  const [results, setResults] = useState<readonly CheckResult[]>(() => listChecks(configured));
  const [isStarted, setStarted] = useState(false);
  const isRunning = isStarted && results.some(({ finding }) => !finding);
  const runAll = () => {
    const checks = listChecks(configured);
    setResults(checks);
    setStarted(true);
    for (const { name, run } of checks) void runOne(name, run);
  };
  const runOne = async (name: string, run: Check['run']) => {
    const finding = await run().catch(() => bad('An answer broke off.'));
    setResults((current) => current.map((each) => (each.name === name ? { ...each, finding } : each)));
  };
  const groups = [...new Set(results.map(({ group }) => group))];
  return (
    <>
      <div className={styles['actions']}>
        <div className="btns">
          <Button variant="primary" busy={isRunning} onClick={runAll}>
            Run all checks
          </Button>
          {configured && <SignInButton session={configured.session} />}
          {isStarted && (
            <Button
              icon="copy"
              onClick={() => void copyText(formatReport(results, configured?.config), 'Results')}
            >
              Copy results
            </Button>
          )}
        </div>
        <p className="hint">
          The list says what each check reads or sends. None changes anything at the issuer or the service.
        </p>
        <p role="status">{isRunning ? 'Checking…' : isStarted && summarize(results)}</p>
      </div>
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul className={styles['results']}>
            {results
              .filter((result) => result.group === group)
              .map((result) => (
                <CheckItem key={result.name} result={result} isRunning={isRunning} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
};

const ADDRESSES_TO_REGISTER: readonly [label: string, path: string][] = [
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
      {ADDRESSES_TO_REGISTER.map(([label, path]) => (
        <li key={path}>
          <span>{label}</span>
          <code>{location.origin + path}</code>
        </li>
      ))}
    </ul>
  </section>
);

const InUse = ({ config }: { config: Config | undefined }) => (
  <section>
    <h2>In use</h2>
    <DescriptionList items={listInUse(config)} />
    {config && (
      <Fold summary="Configuration with defaults">
        <CodeBlock text={formatConfig(config)} json label="Configuration with defaults" />
      </Fold>
    )}
  </section>
);

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
    <>
      <title>Check setup · Telephony Campaign Console</title>
      <div className={styles['page']}>
        <header>
          <a href={BASE}>
            <Logo />
            <span>Telephony Campaign Console</span>
          </a>
          {environment && <EnvironmentBadge name={environment} />}
        </header>
        <main>
          <h1>Check setup</h1>
          <p className="second">For administrators: checks the web server, the issuer and the service.</p>
          <Checks configured={configured} />
          <Addresses />
          <InUse config={configured?.config} />
        </main>
      </div>
      <ToastRegion />
    </>
  );
};
