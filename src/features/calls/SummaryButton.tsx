import { Button } from '#src/ui/forms/Button.tsx';
import { useCommands } from '#src/ui/commands.ts';
import { useView } from './board/view.ts';
import { parseCallPath } from './call/address.ts';

const BUTTON_ID = 'summary-button';

export const useCloseSummary = () => {
  const { change } = useView();
  return () => {
    change({ summary: false });
    // In the next frame: on a narrow screen the summary covers the button.
    requestAnimationFrame(() => document.getElementById(BUTTON_ID)?.focus());
  };
};

export const SummaryButton = () => {
  const { view, change } = useView();
  const close = useCloseSummary();
  useCommands(() => {
    const open = () => change({ summary: true });
    if (!view.summary) return [{ group: 'Calls', label: 'Summary', run: open }];
    const isCovered = parseCallPath(location.pathname) !== undefined;
    return isCovered ? [] : [{ group: 'Calls', label: 'Close the summary', keys: ['Escape'], run: close }];
  });
  return (
    <Button
      id={BUTTON_ID}
      icon="summary"
      title="Summary"
      aria-pressed={view.summary}
      onClick={() => change({ summary: !view.summary })}
    >
      Summary
    </Button>
  );
};
