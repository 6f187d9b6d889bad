import type { FormatConflict } from '#src/storage/format.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { leaveOrAsk } from '#src/ui/overlays/leave-guard.ts';
import { Message } from './AreaView.tsx';

const Reload = () => (
  <Button size="sm" icon="refresh" onClick={() => leaveOrAsk(() => location.reload())}>
    Reload
  </Button>
);

export const NewVersion = () => <AlertBanner tone="info" title="New version." actions={<Reload />} />;

export const showConflict = (conflict: FormatConflict | undefined) => {
  switch (conflict) {
    case 'replaced':
      return (
        <AlertBanner tone="warn" title="New version." actions={<Reload />}>
          It is open in another tab. This tab sends and saves nothing more.
        </AlertBanner>
      );
    case 'blocked':
      return (
        <AlertBanner tone="warn" title="An older version is open in another tab." actions={<Reload />}>
          Nothing is sent or saved here. Close the other tabs of the console, then reload.
        </AlertBanner>
      );
    case 'newer':
    case undefined:
      return null;
  }
};

/** Instead of the area, which would be empty. */
export const NewerData = () => (
  <Message title="New version">
    <title>New version · Telephony Campaign Console</title>
    <p>
      This browser’s calls and records are of a newer version of the console. This page can’t read them and
      changes nothing.
    </p>
    <p className="second">If this page stays after a reload, the server has an older version than before.</p>
    <div className="btns">
      <Reload />
    </div>
  </Message>
);
