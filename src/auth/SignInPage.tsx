import { useEffect, useRef } from 'react';
import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { EnvironmentBadge, Logo } from '#src/ui/Brand.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { describeSignInProblem } from './problems.ts';
import type { SessionControl } from './session.ts';
import type { Session, SignInProblem } from './state.ts';
import styles from './SignInPage.module.css';

type SignedOut = Extract<Session, { state: 'anonymous' | 'leaving' | 'failed' }>;

const host = (url: string) => new URL(url, location.origin).host;

const Failed = ({ problem }: { problem: SignInProblem }) => {
  const { advice, reason } = describeSignInProblem(problem);
  return (
    <div role="alert">
      <h1>Sign-in failed</h1>
      <p className="lead">{advice}</p>
      <Alert tone="bad" title={reason}>
        <span className="mono">{problem.code}</span> at {formatTime(problem.at)}
      </Alert>
    </div>
  );
};

const Intro = ({ state, config }: { state: SignedOut; config: Config }) => {
  if (state.state === 'failed') return <Failed problem={state.problem} />;
  if (state.state === 'leaving' || state.reason === 'fresh') {
    return (
      <div>
        <h1>Watch calls, attach webhooks, set the provider.</h1>
        <p className="lead">
          Sign in with your work account to reach the {config.environment && `${config.environment} `}service.
        </p>
      </div>
    );
  }
  return (
    <div role="status">
      <h1>You’re signed out{state.reason !== 'elsewhere' && ' on this device'}</h1>
      <p className="lead">
        {state.reason === 'elsewhere' && 'You signed out in another tab, or this site’s data was deleted. '}
        {state.reason === 'here-only' && (
          <>
            <span className="mono">{host(config.oidc.authority)}</span> may still remember you. On a shared
            computer, sign out there too.{' '}
          </>
        )}
        {state.note}
      </p>
    </div>
  );
};

export const SignInPage = ({
  config,
  session,
  state,
  onIntent,
}: {
  config: Config;
  session: Pick<SessionControl, 'signIn'>;
  state: SignedOut;
  /** The pointer or the focus is on the button: preloads the console. */
  onIntent: () => void;
}) => {
  const main = useRef<HTMLElement>(null);
  const leaving = state.state === 'leaving';
  const failed = state.state === 'failed';
  const mayBeRemembered = failed || (state.state === 'anonymous' && state.reason === 'here-only');
  const hasMessage = failed || (state.state === 'anonymous' && state.reason !== 'fresh');
  // The message replaces what the user was doing, so the keyboard starts here.
  useEffect(() => {
    if (hasMessage) main.current?.focus();
  }, [hasMessage]);
  return (
    <div className={styles['gate']}>
      <Title>Sign in</Title>
      <header>
        <span className={styles['brand']}>
          <Logo />
          <span>{config.title}</span>
        </span>
        {config.environment && <EnvironmentBadge name={config.environment} />}
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <Intro state={state} config={config} />
        <div className="btns">
          <Button
            variant="primary"
            size="lg"
            busy={leaving}
            icon={failed ? 'refresh' : undefined}
            onPointerEnter={onIntent}
            onFocus={onIntent}
            onClick={() => void session.signIn()}
          >
            {leaving ? 'Opening sign-in…' : failed ? 'Try again' : 'Sign in'}
          </Button>
          {mayBeRemembered && (
            <Button variant="bare" size="lg" onClick={() => void session.signIn('login')}>
              Use another account
            </Button>
          )}
        </div>
        {failed && (
          <p className="hint">
            For administrators: <a href={`${BASE}setup`}>Check setup</a>
          </p>
        )}
        <p className="hint">
          You’ll sign in at <span className="mono">{host(config.oidc.authority)}</span> and return here.
        </p>
      </main>
      <footer className="hint">
        Service <span className="mono">{host(config.api.baseUrl || location.origin)}</span>
      </footer>
    </div>
  );
};
