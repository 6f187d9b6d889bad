import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import { shortcutsChoice } from '#src/storage/local.ts';
import { hasCommandKey, isTypedIn } from '#src/ui/keys.ts';
import { AREAS, CALLS_PATH } from './areas.ts';

const CHORD_MS = 1500;

/** The fields of the board that have a key; where there is nothing to filter yet, calls are added. */
const FIELDS = { '/': 'call-filter', a: 'call-ids' } as const;

/**
 * The keys that work in every area: `/`, `a`, `?`, and `g` with the letter of an area, which are off while typing; and Ctrl K or
 * ⌘ K. None in a dialog.
 */
export const useShortcuts = ({
  showHelp,
  showCommands,
}: {
  showHelp: () => void;
  showCommands: () => void;
}) => {
  const [, navigate] = useLocation();

  const goToField = (key: keyof typeof FIELDS) => {
    const field = document.getElementById(FIELDS[key]) ?? document.getElementById(FIELDS.a);
    if (field) field.focus();
    else navigate(CALLS_PATH, { state: { focus: FIELDS[key] } });
  };

  /** Until when the letter of an area may follow `g`, on the clock of events. */
  const chordUntil = useRef(0);

  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key } = event;
    const isChord = event.timeStamp < chordUntil.current;
    chordUntil.current = 0;
    const isInDialog = document.querySelector('dialog[open]') !== null;
    if (key.toLowerCase() === 'k' && hasCommandKey(event)) {
      // Else the browser would search the web.
      event.preventDefault();
      if (!event.repeat && !isInDialog) showCommands();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!shortcutsChoice.isOn() || isTypedIn(event.target) || isInDialog) return;
    const area = AREAS.find((candidate) => candidate.key === key);
    if (isChord) {
      if (!area) return;
      event.preventDefault();
      navigate(area.path);
    } else if (key === 'g') chordUntil.current = event.timeStamp + CHORD_MS;
    else if (key === '/' || key === 'a') {
      event.preventDefault();
      goToField(key);
    } else if (key === '?') {
      event.preventDefault();
      showHelp();
    }
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return { filterCalls: () => goToField('/'), addCalls: () => goToField('a') };
};
