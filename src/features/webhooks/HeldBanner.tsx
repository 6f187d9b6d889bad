import { ahead } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { useClocks } from '#src/outcomes/clock.ts';

/** The service asked to be left alone: nothing is sent until then. The countdown is not announced, the time is. */
export const HeldBanner = ({ heldUntil }: { heldUntil: number }) => {
  const left = heldUntil - useClocks().monotonicMs;
  return (
    <AlertBanner tone="warn" title="The service asked for fewer requests.">
      Nothing is sent until {formatTime(performance.timeOrigin + heldUntil)}
      <span aria-hidden="true">, {ahead(Math.max(0, left))}</span>.
    </AlertBanner>
  );
};
