import { useRef, useState } from 'react';
import { hiddenInWords } from '#src/lib/invisible.ts';
import { TextButton } from './Button.tsx';

/** Says at a field that its text has something that can't be seen, and takes it away. */
export const HiddenNote = ({ words, onRemove }: { words: string; onRemove: () => void }) => (
  <>
    {words} <TextButton onClick={onRemove}>Remove</TextButton>
  </>
);

/**
 * The notes on hidden characters at the fields of a form. A text that has some is sent as typed, but not before its note was
 * in sight when the press began.
 */
export const useHiddenNotes = () => {
  const [notes, setNotes] = useState<Readonly<Partial<Record<string, string>>>>({});
  const seen = useRef(notes);
  const remember = () => {
    seen.current = notes;
  };
  return {
    /** By the names of the fields. */
    notes,
    /** Shows the note on a text, or takes the old one away. */
    show: (name: string, text: string) => {
      // Ahead of the update: React remembers what updates hold, and the text may be a secret.
      const words = hiddenInWords(text);
      setNotes((all) => ({ ...all, [name]: words }));
    },
    /** Shows all notes; gives the first field whose note was not seen yet. */
    findUnseen: <Name extends string>(fields: readonly (readonly [name: Name, text: string])[]) => {
      const found = new Map<string, string>(fields.map(([name, text]) => [name, hiddenInWords(text)]));
      const unseen = fields.find(([name]) => found.get(name) && found.get(name) !== seen.current[name]);
      seen.current = Object.fromEntries(found);
      setNotes(seen.current);
      return unseen?.[0];
    },
    /** For the form: a press begins before a field is left by it. */
    pressProps: { onPointerDownCapture: remember, onKeyDownCapture: remember },
  };
};
