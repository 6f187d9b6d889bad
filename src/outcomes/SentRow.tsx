import type { ReactNode } from 'react';
import { formatTime } from '#src/lib/timestamp.ts';
import { LogEntry } from '#src/ui/Log.tsx';
import { StatusIcon, type StatusLook } from '#src/ui/Status.tsx';

/** One line of "Sent from this browser". `at` in epoch milliseconds, shown as the time of day where `time` is not given. */
export const SentRow = ({
  at,
  time = formatTime(at),
  look,
  action,
  children,
}: {
  at: number;
  time?: string;
  look: Omit<StatusLook, 'word'>;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <LogEntry time={time} dateTime={new Date(at).toISOString()} icon={<StatusIcon {...look} />} action={action}>
    {children}
  </LogEntry>
);
