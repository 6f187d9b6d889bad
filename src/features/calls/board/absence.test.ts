import { expect, test } from 'playwright/test';
import {
  callWith,
  historyAtMinutes,
  MINUTE,
  NOON,
  record,
} from '#src/features/calls/call/testing/call-kit.ts';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { createAbsence, describeAbsence } from './absence.ts';
import { openSettings } from './settings.ts';

storageForTests();

test('an absence is five minutes or more, of all tabs', () => {
  const now = Date.now;
  let minutes = 0;
  Date.now = () => NOON + minutes * MINUTE;
  const settings = openSettings('a');
  const absence = createAbsence(settings, () => 5000);
  const stop = absence.listen();
  const lookAt = (at: number, looks: boolean) => {
    minutes = at;
    absence.look(looks);
    return absence.getState();
  };
  expect(lookAt(0, true)).toBe(undefined);
  lookAt(1, false);
  expect(lookAt(5, true)).toBe(undefined);
  lookAt(6, false);
  const expected = { from: NOON + 6 * MINUTE, until: NOON + 12 * MINUTE };
  expect(lookAt(11, true)).toEqual(expected);
  expect(lookAt(12, false)).toEqual(expected);
  expect(lookAt(18, true)?.from).toBe(NOON + 12 * MINUTE);
  settings.change({ lookedAt: NOON + 17 * MINUTE });
  expect(absence.getState()).toBe(undefined);
  stop();
  Date.now = now;
});

const going = record({ status: 'in-progress' });
const became = (status: string, at = 9) => callWith(historyAtMinutes([0, going], [at, record({ status })]));
const stuck = callWith(historyAtMinutes([0, going], [9, going]), { stuckMs: 8 * MINUTE });

test('says what ended, failed or got stuck meanwhile', () => {
  const absence = { from: NOON + 5 * MINUTE, until: NOON + 20 * MINUTE };
  for (const [calls, text] of [
    [[became('on hold'), became('completed', 4), became('failed', 21)], ''],
    [[became('completed'), became('failed'), became('failed')], '3 ended, 2 of them failed.'],
    [[became('failed'), stuck], '1 failed, 1 got stuck.'],
    [[stuck, became('on hold')], '1 got stuck, 1 other change.'],
  ] as const)
    expect(describeAbsence(calls, absence)).toBe(text);
});
