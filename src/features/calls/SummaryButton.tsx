import { Button } from '#src/ui/forms/Button.tsx';
import { useCommands } from '#src/ui/commands.ts';
import { useView } from './board/view.ts';

const BUTTON_ID = 'summary-button';

/** In the next frame: on a narrow screen the summary covers it. */
export const focusSummaryButton = (): void => {
  requestAnimationFrame(() => document.getElementById(BUTTON_ID)?.focus());
};

export const SummaryButton = () => {
  const { view, change } = useView();
  const toggle = () => change({ summary: !view.summary });
  useCommands(() => (view.summary ? [] : [{ group: 'Calls', label: 'Summary', run: toggle }]));
  return (
    <Button id={BUTTON_ID} icon="summary" aria-pressed={view.summary} onClick={toggle}>
      Summary
    </Button>
  );
};
