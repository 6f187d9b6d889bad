import { setChosenZone } from '#src/lib/timestamp.ts';
import { keepChoice } from '#src/storage/local.ts';

export const chooseZone = keepChoice({ setState: setChosenZone }, 'console.zone', ['local', 'utc']);
