import type { PhoneNumber } from 'libphonenumber-js/min';
import { countInvisible, hasInvisible, withMarks } from '#src/lib/invisible.ts';
import { FIELD_NAMES, withoutBlanks, type FieldName, type ProviderFields } from './provider.ts';

/** A field whose value has characters that can't be seen: which ones, and the value with their marks. Never the secret. */
export type InvisibleField = { name: FieldName; characters: string; marked?: string };

const invisibleIn = (name: FieldName, value: string): InvisibleField | undefined => {
  if (!hasInvisible(value)) return undefined;
  const characters = [...countInvisible(value)].map(([code, count]) => `${count} × ${code}`).join(', ');
  return name === 'authToken'
    ? { name, characters }
    : { name, characters, marked: withMarks(withoutBlanks(value)) };
};

/** What is asked about before a save. */
export const invisibleFields = (fields: ProviderFields): InvisibleField[] =>
  FIELD_NAMES.flatMap((name) => invisibleIn(name, fields[name]) ?? []);

type ReadPhone = (text: string) => Pick<PhoneNumber, 'isValid'> | undefined;

const loadPlans = async (): Promise<ReadPhone> => (await import('libphonenumber-js/min')).default;

const phoneDoubt = async (value: string, load: () => Promise<ReadPhone>): Promise<string | undefined> => {
  const text = value.trim();
  if (text === '' || /\p{L}/u.test(text)) return undefined;
  // Abroad, "00" stands for the plus (ITU-T E.123 writes the plus).
  const international = text.replace(/^00(?=[1-9])/, '+');
  if (!international.startsWith('+')) return 'Doesn’t start with +. Will be sent as typed.';
  try {
    const read = await load();
    return read(international)?.isValid()
      ? undefined
      : 'This may not be a complete number. Will be sent as typed.';
  } catch {
    // Without the numbering plans there is nothing to doubt by.
    return undefined;
  }
};

/**
 * What is said at a field once it is left: a doubt, never a refusal; "" where there is none. Of the token it says nothing but
 * what can't be seen of it. `load` brings the numbering plans when they are needed.
 */
export const fieldNote = async (name: FieldName, value: string, load = loadPlans): Promise<string> => {
  const isPadded = name === 'authToken' && value.trim() !== '' && value !== value.trim();
  const found = invisibleIn(name, value);
  const notes = [
    isPadded && 'It has a blank at one end, which is sent too.',
    name === 'phoneNumber' && (await phoneDoubt(value, load)),
    found && `It has characters that can’t be seen, which are sent too: ${found.characters}.`,
  ];
  return notes.filter(Boolean).join(' ');
};
