import type { PhoneNumber } from 'libphonenumber-js/min';

type ReadPhone = (text: string) => Pick<PhoneNumber, 'isValid'> | undefined;

const loadPlans = async (): Promise<ReadPhone> => (await import('libphonenumber-js/min')).default;

/** What is doubted of a phone number once its field is left, never a refusal; "" if nothing is. `load` brings the numbering plans. */
export const phoneNote = async (value: string, load = loadPlans): Promise<string> => {
  const text = value.trim();
  if (text === '' || /\p{L}/u.test(text)) return '';
  // Abroad, "00" stands for the plus (ITU-T E.123 writes the plus).
  const international = text.replace(/^00(?=[1-9])/, '+');
  if (!international.startsWith('+')) return 'Doesn’t start with +. Will be sent as typed.';
  try {
    const read = await load();
    return read(international)?.isValid() ? '' : 'This may not be a complete number. Will be sent as typed.';
  } catch {
    // Without the numbering plans there is nothing to doubt by.
    return '';
  }
};
