const ANSWER_LIMIT_MS = 10_000;

/** `policy`: this page's own policy forbids the request. `cors`: a server answered, but this origin may not read it. */
type PageResult =
  | { kind: 'answered'; response: Response }
  | { kind: 'policy' | 'cors' | 'unreachable'; reason: string };

const readOrigin = (url: string): string => new URL(url, location.href).origin;

export const describeBlocked = (directive: 'connect-src' | 'frame-src', url: string): string =>
  `The policy of this page stopped the ${directive === 'frame-src' ? 'frame' : 'request'}: ${directive} must name ${readOrigin(url)}. If it is in config.json, prepare the release again: its headers are older.`;

/** `isBlocked`: the page's own policy stopped `act` from reaching `url`. */
export const watchPolicy = async <Result>(
  url: string,
  act: () => Promise<Result>,
): Promise<{ result: Result; isBlocked: boolean }> => {
  let isBlocked = false;
  const origin = readOrigin(url);
  const record = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isBlocked ||= URL.canParse(blockedURI) && new URL(blockedURI).origin === origin;
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

/** Without a token. Never rejects. */
export const fetchPage = async (url: string, init: RequestInit = {}): Promise<PageResult> => {
  const { result, isBlocked } = await watchPolicy(url, () => attempt(url, init));
  if (result) return { kind: 'answered', response: result };
  if (isBlocked) return { kind: 'policy', reason: describeBlocked('connect-src', url) };
  const origin = readOrigin(url);
  // An answer that no page may read still proves a server.
  return (await attempt(url, { mode: 'no-cors' }))
    ? { kind: 'cors', reason: `${origin} answers, but does not let this page read it (CORS).` }
    : { kind: 'unreachable', reason: `No answer from ${origin}.` };
};
