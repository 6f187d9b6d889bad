/** Milliseconds for one answer. */
const LIMIT_MS = 10_000;

/** `policy`: this page's own policy forbids it. `cors`: a server answered, and does not let this origin read it. */
type Asked = { kind: 'answered'; response: Response } | { kind: 'policy' | 'cors' | 'unreachable' };

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** Watches whether the page's own policy stops `act` from reaching `url`. */
export const underPolicy = async <Result>(
  url: string,
  act: () => Promise<Result>,
): Promise<{ result: Result; isBlocked: boolean }> => {
  let isBlocked = false;
  const origin = new URL(url, location.href).origin;
  const note = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isBlocked ||= originOf(blockedURI) === origin;
  };
  document.addEventListener('securitypolicyviolation', note);
  try {
    const result = await act();
    // The browser reports it in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    return { result, isBlocked };
  } finally {
    document.removeEventListener('securitypolicyviolation', note);
  }
};

const attempt = (url: string, init: RequestInit): Promise<Response | undefined> =>
  fetch(url, {
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(LIMIT_MS),
    ...init,
  }).catch(() => undefined);

/** Asks an address of this origin or of the issuer, never of the service. Never rejects. */
export const ask = async (url: string, init: RequestInit = {}): Promise<Asked> => {
  const { result, isBlocked } = await underPolicy(url, () => attempt(url, init));
  if (result) return { kind: 'answered', response: result };
  if (isBlocked) return { kind: 'policy' };
  // An answer that no page may read still proves a server.
  const isThere = (await attempt(url, { mode: 'no-cors' })) !== undefined;
  return { kind: isThere ? 'cors' : 'unreachable' };
};

export const askOrExplain = async (url: string, init?: RequestInit): Promise<Response | string> => {
  const asked = await ask(url, init);
  const { origin } = new URL(url);
  switch (asked.kind) {
    case 'answered':
      return asked.response;
    case 'policy':
      return `The policy of this page stopped the request: connect-src must name ${origin}.`;
    case 'cors':
      return `${origin} answers, but does not let this page read it (CORS).`;
    case 'unreachable':
      return `No answer from ${origin}.`;
  }
};
