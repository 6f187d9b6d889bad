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

let minutes = 0;
let isBlocked = false;
const { now } = Date;
test.beforeAll(() => {
  Date.now = () => NOON + minutes * MINUTE;
});
test.afterAll(() => {
  Date.now = now;
});

/** Returns what the user knows after looking at the board, or away, at a minute. */
const openAbsence = (settings = openSettings('a')) => {
  const absence = createAbsence(
    settings,
    () => 5000,
    () => isBlocked,
  );
  const lookAt = (at: number, looks: boolean) => {
    minutes = at;
    absence.look(looks);
    return absence.getState();
  };
  return { absence, settings, lookAt };
};

test('an absence is five minutes or more, of all tabs', () => {
  const { absence, settings, lookAt } = openAbsence();
  const stop = absence.listen();
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
});

test('an absence goes on if the session ends at the return', () => {
  const before = openAbsence();
  before.lookAt(0, true);
  before.lookAt(1, false);
  before.lookAt(61, true);
  before.lookAt(61.2, false);
  const expected = { from: NOON + 1 * MINUTE, until: NOON + 63 * MINUTE };
  expect(openAbsence().lookAt(62, true)).toEqual(expected);
  expect(before.lookAt(62, true)).toEqual(expected);
});

test('an absence goes on until checks do', () => {
  const { absence, lookAt } = openAbsence();
  lookAt(0, true);
  lookAt(1, false);
  isBlocked = true;
  expect(lookAt(9, true)?.until).toBe(undefined);
  minutes = 20;
  isBlocked = false;
  absence.followChecks();
  const expected = { from: NOON + 1 * MINUTE, until: NOON + 21 * MINUTE };
  expect(absence.getState()).toEqual(expected);
  minutes = 22;
  absence.followChecks();
  expect(absence.getState()).toEqual(expected);
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
