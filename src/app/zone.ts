import { timeZone } from '#src/lib/timestamp.ts';
import { keepChoice } from '#src/storage/local.ts';

export const chooseZone = keepChoice(timeZone, 'console.zone', ['local', 'utc']);
