import type { SessionControl } from '#src/auth/session.ts';
import type { Config } from '#src/config.ts';

/** `result` never holds a token, a code or an answer's body. `advice` replaces that of the check. */
export type Finding = { state: 'ok' | 'warn' | 'bad' | 'none'; result: string; advice?: string | undefined };

export type Configured = { config: Config; session: SessionControl };

export type Check = {
  group: 'Web server' | 'Issuer' | 'Service';
  name: string;
  /** What it reads or sends, and what it needs. */
  does: string;
  run: () => Promise<Finding>;
  /** What to do unless it passed. */
  advice: string;
};

export const ok = (result: string): Finding => ({ state: 'ok', result });
export const warn = (result: string, advice?: string): Finding => ({ state: 'warn', result, advice });
export const bad = (result: string, advice?: string): Finding => ({ state: 'bad', result, advice });
export const notChecked = (result: string): Finding => ({ state: 'none', result });

export const FRAME_LIMIT_MS = 8000;
