import type { PhoneNumber } from 'libphonenumber-js/min';

type Read = (text: string) => Pick<PhoneNumber, 'isValid'> | undefined;

const AS_TYPED = 'Will be sent as typed.';

/** A doubt about a number, never a refusal; undefined where there is none. Loads the numbering plans when needed. */
export const phoneDoubt = async (
  phoneNumber: string,
  load: () => Promise<Read> = async () => (await import('libphonenumber-js/min')).default,
): Promise<string | undefined> => {
  const text = phoneNumber.trim();
  if (text === '' || /\p{L}/u.test(text)) return undefined;
  if (!text.startsWith('+')) return `Doesn’t start with +. ${AS_TYPED}`;
  try {
    const read = await load();
    return read(text)?.isValid() ? undefined : `This may not be a complete number. ${AS_TYPED}`;
  } catch {
    // Without the numbering plans there is nothing to doubt by.
    return undefined;
  }
};
