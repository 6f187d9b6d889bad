const ANSWER_LIMIT_MS = 10_000;

/** `policy`: this page's own policy forbids the request. `cors`: a server answered, but this origin may not read it. */
type PageResult = { kind: 'answered'; response: Response } | { kind: 'policy' | 'cors' | 'unreachable' };

const readOrigin = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** `isBlocked`: the page's own policy stopped `act` from reaching `url`. */
export const watchPolicy = async <Result>(
  url: string,
  act: () => Promise<Result>,
): Promise<{ result: Result; isBlocked: boolean }> => {
  let isBlocked = false;
  const origin = new URL(url, location.href).origin;
  const record = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isBlocked ||= readOrigin(blockedURI) === origin;
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
  if (isBlocked) return { kind: 'policy' };
  // An answer that no page may read still proves a server.
  const isThere = (await attempt(url, { mode: 'no-cors' })) !== undefined;
  return { kind: isThere ? 'cors' : 'unreachable' };
};

export const fetchOrExplain = async (url: string, init?: RequestInit): Promise<Response | string> => {
  const fetched = await fetchPage(url, init);
  const { origin } = new URL(url);
  switch (fetched.kind) {
    case 'answered':
      return fetched.response;
    case 'policy':
      return `The policy of this page stopped the request: connect-src must name ${origin}.`;
    case 'cors':
      return `${origin} answers, but does not let this page read it (CORS).`;
    case 'unreachable':
      return `No answer from ${origin}.`;
  }
};
