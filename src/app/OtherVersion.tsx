import type { FormatConflict } from '#src/storage/format.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { leaveOrAsk } from '#src/ui/overlays/leaving.ts';
import { Message } from './AreaView.tsx';

const Reload = () => (
  <Button size="sm" icon="refresh" onClick={() => leaveOrAsk(() => location.reload(), 'page')}>
    Reload
  </Button>
);

export const NewVersion = () => <AlertBanner tone="info" title="New version." actions={<Reload />} />;

export const showConflict = (conflict: FormatConflict | undefined) => {
  switch (conflict) {
    case 'replaced':
      return (
        <AlertBanner tone="warn" title="New version." actions={<Reload />}>
          It is open in another tab. This tab no longer saves or changes anything.
        </AlertBanner>
      );
    case 'blocked':
      return (
        <AlertBanner tone="warn" title="An older version is open in another tab." actions={<Reload />}>
          Until you close the console’s other tabs and reload, this tab can’t save or change anything.
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
    <p>
      This browser’s calls and records are of a newer version of the console. This page can’t read them and
      changes nothing.
    </p>
    <p className="second">
      If a reload brings this page back, the server went back to an older version. The data is kept for the
      newer one.
    </p>
    <div className="btns">
      <Reload />
    </div>
  </Message>
);
