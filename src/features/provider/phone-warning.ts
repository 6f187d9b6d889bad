import type { PhoneNumber } from 'libphonenumber-js/min';

type ParsePhone = (text: string) => Pick<PhoneNumber, 'isValid'> | undefined;

const loadParser = async (): Promise<ParsePhone> => (await import('libphonenumber-js/min')).default;

/** The number is sent all the same. "" if there is nothing to warn of, or the parser can't be loaded. */
export const findPhoneWarning = async (value: string, load = loadParser): Promise<string> => {
  const text = value.trim();
  if (text === '' || /\p{L}/u.test(text)) return '';
  if (!text.startsWith('+')) return 'Doesn’t start with +. Will be sent as typed.';
  try {
    const parse = await load();
    return parse(text)?.isValid() ? '' : 'This may not be a complete number. Will be sent as typed.';
  } catch {
    return '';
  }
};
