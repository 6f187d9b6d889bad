import { useStore } from 'zustand';
import { blockedOrigins } from '#src/lib/blocked-origins.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';

export const BlockedOrigins = () =>
  useStore(blockedOrigins).map(({ title, advice }) => (
    <AlertBanner key={title + advice} tone="bad" title={title}>
      For administrators: {advice}
    </AlertBanner>
  ));
