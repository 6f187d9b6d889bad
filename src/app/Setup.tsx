import type { SessionControl } from '#src/auth/state.ts';
import type { ConfigResult } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import { useLoaded } from '#src/ui/lazy.tsx';
import { ReloadAlert } from './ReloadAlert.tsx';
import styles from './Start.module.css';

const load = async () => (await import('#src/features/setup/SetupPage.tsx')).SetupPage;

/** Whether the page for whoever sets the console up stands at the present address. It has no session of its own to wait for. */
export const isSetup = (): boolean => location.pathname === `${BASE}setup`;

/** That page, which few ever see. */
export const Setup = ({ loaded, session }: { loaded: ConfigResult; session: SessionControl | undefined }) => {
  const part = useLoaded(load);
  if (!part) return null;
  if (part.state === 'loaded') return <part.part loaded={loaded} session={session} />;
  return (
    <main className={styles['wait']}>
      <ReloadAlert title="Check setup could not be loaded" />
    </main>
  );
};
