import type { Config } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import type { Environment } from './environment.ts';
import type { Holder } from './holder.ts';
import type { IdleLimit } from './idle.ts';
import { REQUEST_AGE, type Kept } from './kept.ts';
import { within } from './lifetime.ts';
import { attemptName, endsSession, failureOf, problemOf, UNHEARD, type Failure } from './problems.ts';
import { isReturnable, pathOf } from './address.ts';
import type { Granted, RequestData, Server } from './server.ts';

/** Milliseconds until a sign-in that got no answer is called failed. */
const EXCHANGE_LIMIT = 30_000;

export type Parts = {
  config: Config;
  environment: Environment;
  kept: Kept;
  server: Server;
  holder: Holder;
  idle: IdleLimit;
  /** Tells the other tabs: not of a renewal. */
  announce: (message: 'signed-in' | 'signed-out') => void;
  /** Whether pages of this browser can hear each other: else no frame and no popup can answer. */
  canHear: boolean;
};

const site = (url: string): string => {
  const { hostname } = new URL(url);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
};

/**
 * Whether a frame of the authorization server may lack its cookies because it stands on another site. A guess by the last
 * two labels of the host name: wrong under a suffix like co.uk, where it costs one click on "Sign in".
 */
export const isCrossSite = (origin: string, authority: string): boolean => {
  return site(origin) !== site(authority);
};

const noAnswer: Granted = {
  ok: false,
  failure: { kind: 'unreachable', code: 'no_answer', text: 'The sign-in service took too long.' },
};

/** The address to come back to after a sign-in, and whose it is. */
export const returnOf = (
  environment: Pick<Environment, 'href' | 'addressOwner'>,
): Pick<RequestData, 'returnTo' | 'leftBy'> => {
  const leftBy = environment.addressOwner();
  return { returnTo: pathOf(environment.href()), ...(leftBy !== undefined && { leftBy }) };
};

const unknownAnswer: Failure = {
  kind: 'foreign',
  code: 'answer_unknown',
  text: 'This answer was used before, is too old, or belongs to another tab.',
};

/** How a page begins: with the answer to a sign-in, with what this tab kept, with one silent attempt, or signed out. */
export const createArrival = (parts: Parts, askSilently: () => Promise<Granted>) => {
  const { config, environment, kept, server, holder, idle, announce, canHear } = parts;

  const fail = (failure: Failure, attempt = attemptName()): void =>
    holder.setState({ state: 'failed', problem: problemOf(failure, environment.now(), attempt) });

  const beFresh = (): void => holder.setState({ state: 'anonymous', reason: 'fresh' });
  /** Nobody asked for it, so nobody has to read why it failed: the setup page shows the reason. */
  const failSilently = (failure: Failure, attempt = attemptName()): void => {
    kept.setSilentProblem(problemOf(failure, environment.now(), attempt));
    if (failure.kind === 'refused' && endsSession(failure)) kept.unmark();
    beFresh();
  };

  const mayProbe = (): boolean =>
    (!canHear || isCrossSite(environment.origin, config.oidc.authority)) &&
    !kept.probed() &&
    kept.durable() &&
    isReturnable(environment.href());

  /**
   * One more attempt where frames go without cookies or unheard: the whole page leaves and comes back, once per tab. A
   * server that ignores `prompt=none` would keep the person on its sign-in page, unasked: so only to one that has answered
   * it, or says that it does.
   */
  const probe = async (hasAnswered: boolean): Promise<void> => {
    kept.setProbed();
    try {
      if (!hasAnswered && !(await server.knowsPromptNone())) return beFresh();
      const data = { kind: 'probe', attempt: attemptName(), ...returnOf(environment) } as const;
      const { url } = await server.begin('redirect', data, 'none');
      environment.navigate(url);
    } catch (thrown) {
      failSilently(failureOf(thrown));
    }
  };

  const restore = async (): Promise<void> => {
    if (!config.oidc.silentSignIn) return beFresh();
    if (kept.frameless() && mayProbe()) return probe(true);
    const era = holder.era();
    const granted = await askSilently();
    if (era !== holder.era()) return;
    if (granted.ok) {
      kept.setSilentProblem(undefined);
      if (holder.adopt(granted.tokens) === 'news') announce('signed-in');
      return;
    }
    const { failure } = granted;
    if (failure.kind === 'refused' && endsSession(failure) && mayProbe()) return probe(true);
    if (failure === UNHEARD) return mayProbe() ? probe(false) : beFresh();
    failSilently(failure);
  };

  const finishSignIn = async (address: string, state: string): Promise<void> => {
    const pending = kept.pending(state);
    // First of all, before anything is awaited: the code leaves the address bar and the history.
    environment.replaceUrl(pending?.data.returnTo ?? BASE, pending?.data.leftBy);
    // An answer to nothing we asked: its words are not shown, whoever made up the link chose them.
    if (!pending || pending.data.kind === 'here') return fail(unknownAnswer);
    const { attempt, kind } = pending.data;
    const era = holder.era();
    const finished = server.finish('redirect', address, pending.nonce);
    const granted = await within(environment, EXCHANGE_LIMIT, finished, noAnswer);
    kept.forgetRequests();
    if (era !== holder.era()) return;
    if (granted.ok) {
      kept.unsetProbed();
      kept.setSilentProblem(undefined);
      if (kind === 'probe') kept.setFrameless();
      else idle.touch();
      const came = holder.adopt(granted.tokens);
      // A page that only came back has news at most of another person; tabs of the same one need none.
      if (kind === 'sign-in' || came === 'news') announce('signed-in');
      return;
    }
    const { failure } = granted;
    if (kind === 'probe') return failSilently(failure, attempt);
    fail(failure, attempt);
  };

  return async (): Promise<void> => {
    const address = environment.href();
    const { pathname, searchParams } = new URL(address);
    if (pathname === `${BASE}auth/callback`) {
      const isAnswer = ['code', 'error', 'state'].some((name) => searchParams.has(name));
      if (isAnswer) return finishSignIn(address, searchParams.get('state') ?? '');
      environment.replaceUrl(BASE);
    }
    kept.forgetRequests(environment.now() / 1000 - REQUEST_AGE);
    const tokens = kept.takeTokens(environment.now());
    if (idle.isOver()) {
      if (tokens?.refreshToken !== undefined) void server.revoke(tokens.refreshToken);
      return beFresh();
    }
    if (tokens) {
      holder.adopt(tokens);
      const isOver = tokens.lifetimeSeconds !== undefined && tokens.lifetimeSeconds <= 0;
      if (isOver) await holder.renewNow();
      return;
    }
    const wasSignedOut = kept.takeSignedOut();
    if (kept.marked()) return restore();
    holder.setState({ state: 'anonymous', reason: wasSignedOut ? 'signed-out' : 'fresh' });
  };
};
