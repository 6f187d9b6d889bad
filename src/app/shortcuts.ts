import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { shortcutsChoice } from '#src/storage/local.ts';
import { hasCommandKey } from '#src/ui/keys.ts';
import { AREAS, CALLS_PATH } from './areas.ts';

const CHORD_MS = 1500;

/** Whether a key press belongs to what is being typed or chosen. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

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

  const press = useEffectEvent((event: KeyboardEvent, chord: boolean): 'chord' | undefined => {
    if (event.key.toLowerCase() === 'k' && hasCommandKey(event)) {
      // Else the browser would search the web.
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) showCommands();
      return undefined;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
    if (!shortcutsChoice.isOn() || isTyping(event.target) || document.querySelector('dialog[open]'))
      return undefined;
    if (chord) {
      const area = AREAS.find((candidate) => candidate.key === event.key);
      if (area) {
        event.preventDefault();
        navigate(area.path);
      }
      return undefined;
    }
    if (event.key === 'g') return 'chord';
    if (event.key === '/' || event.key === 'a') {
      event.preventDefault();
      goToField(event.key);
    } else if (event.key === '?') {
      event.preventDefault();
      showHelp();
    }
    return undefined;
  });

  useEffect(() => {
    let chordUntil = 0;
    const listen = (event: KeyboardEvent) => {
      const chord = event.timeStamp < chordUntil;
      chordUntil = press(event, chord) === 'chord' ? event.timeStamp + CHORD_MS : 0;
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return { filterCalls: () => goToField('/'), addCalls: () => goToField('a') };
};
