import { useStore } from 'zustand';
import { blockedOrigins } from '#src/lib/blocked-origins.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';

export const BlockedOrigins = () => {
  const blocked = useStore(blockedOrigins);
  return blocked.map(({ origin, directive, variable }) => (
    <AlertBanner
      key={directive + origin}
      tone="bad"
      title={`The web server’s policy stops requests to ${origin}.`}
    >
      For administrators: name it in {directive} ({variable} in deploy/), or correct config.json.
    </AlertBanner>
  ));
};
