import { Button } from '#src/ui/forms/Button.tsx';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { BASE } from '#src/lib/base.ts';
import styles from './Setup.module.css';

const ADDRESSES: readonly [name: string, path: string][] = [
  ['Redirect address of a sign-in', `${BASE}auth/callback`],
  ['Redirect address of a renewal', `${BASE}auth/silent`],
  ['Address after sign-out', BASE],
  ['Origin for CORS', ''],
];

/** What the issuer, and the service for CORS, must know of this console. */
export const Addresses = () => (
  <section>
    <h2>Addresses to register</h2>
    <p className="second">
      At the issuer, for a public client: authorization code with PKCE, no client secret. The service needs
      the origin alone.
    </p>
    <ul className={styles['addresses']}>
      {ADDRESSES.map(([name, path]) => (
        <li key={path}>
          <span>{name}</span>
          <code>{location.origin + path}</code>
          <Button
            variant="bare"
            size="sm"
            square
            icon="copy"
            aria-label={`Copy: ${name}`}
            onClick={() => void copyText(location.origin + path, name)}
          />
        </li>
      ))}
    </ul>
  </section>
);
