import { useStore } from 'zustand';
import { blockedOrigins, describeBlocked } from '#src/lib/blocked-origins.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';

export const BlockedOrigins = () =>
  useStore(blockedOrigins).map((blocked) => {
    const { title, advice } = describeBlocked(blocked);
    return (
      <AlertBanner key={blocked.directive + blocked.origin} tone="bad" title={title}>
        For administrators: {advice}
      </AlertBanner>
    );
  });
