const ANSWER_LIMIT_MS = 10_000;

/** `result` never holds a token, a code or an answer's body. `advice` replaces that of the check. */
export type Finding = { state: 'ok' | 'warn' | 'bad' | 'none'; result: string; advice?: string | undefined };

export const ok = (result: string): Finding => ({ state: 'ok', result });
export const warn = (result: string, advice?: string): Finding => ({ state: 'warn', result, advice });
export const bad = (result: string, advice?: string): Finding => ({ state: 'bad', result, advice });
export const notChecked = (result: string): Finding => ({ state: 'none', result });

const readOrigin = (url: string): string => new URL(url, location.href).origin;

export const describeBlocked = (directive: 'connect-src' | 'frame-src', url: string): string =>
  `The policy of this page stopped it: ${directive} must name ${readOrigin(url)}.`;

/** `isBlocked`: the page's own policy stopped `act` from reaching `url`. */
export const watchPolicy = async <Result>(
  url: string,
  act: () => Promise<Result>,
): Promise<{ result: Result; isBlocked: boolean }> => {
  let isBlocked = false;
  const record = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isBlocked ||= URL.canParse(blockedURI) && new URL(blockedURI).origin === readOrigin(url);
  };
  document.addEventListener('securitypolicyviolation', record);
  try {
    const result = await act();
    // The browser reports a violation in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    return { result, isBlocked };
  } finally {
    document.removeEventListener('securitypolicyviolation', record);
  }
};

const attempt = (url: string, init: RequestInit): Promise<Response | undefined> =>
  fetch(url, {
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    ...init,
  }).catch(() => undefined);

/** Without a token. The answer, or why there is none. Never rejects. */
export const ask = async (
  url: string,
  init: RequestInit = {},
): Promise<{ response: Response } | { response: undefined; isCors: boolean; reason: string }> => {
  const { result: response, isBlocked } = await watchPolicy(url, () => attempt(url, init));
  if (response) return { response };
  const none = { response: undefined, isCors: false };
  if (isBlocked) return { ...none, reason: describeBlocked('connect-src', url) };
  const origin = readOrigin(url);
  // An answer that no page may read still proves a server.
  return (await attempt(url, { mode: 'no-cors' }))
    ? {
        response: undefined,
        isCors: true,
        reason: `${origin} answers, but does not let this page read it (CORS).`,
      }
    : { ...none, reason: `No answer from ${origin}.` };
};
