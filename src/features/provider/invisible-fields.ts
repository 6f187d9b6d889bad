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

/** What is said at a field once it is left; undefined where all of it can be seen. */
export const invisibleNote = (name: FieldName, value: string): string | undefined => {
  const found = invisibleIn(name, value);
  return found && `It has characters that can’t be seen, which are sent too: ${found.characters}.`;
};
