import parse from 'libphonenumber-js/min';
import { expect, test } from 'playwright/test';
import { phoneDoubt } from './phone.ts';

const doubt = (text: string) => phoneDoubt(text, () => Promise.resolve(parse));

test('R11: a doubtful number gets a hint, a whole one none', async () => {
  expect(await doubt('+44 20 7946 0018')).toBeUndefined();
  expect(await doubt('+1 555 0100')).toBe('This may not be a complete number. Will be sent as typed.');
  expect(await doubt('+999')).toBe('This may not be a complete number. Will be sent as typed.');
  expect(await doubt('5550100')).toBe('Doesn’t start with +. Will be sent as typed.');
});

test('no hint where there is nothing, or an error already', async () => {
  expect(await doubt('  ')).toBeUndefined();
  expect(await doubt('+44 20 7946 OO18')).toBeUndefined();
});

test('numbering plans that cannot be loaded raise no doubt, and are not loaded without need', async () => {
  let asked = 0;
  const load = () => {
    asked += 1;
    return Promise.reject(new Error('offline'));
  };
  expect(await phoneDoubt('5550100', load)).toBe('Doesn’t start with +. Will be sent as typed.');
  expect(asked).toBe(0);
  expect(await phoneDoubt('+1 555 0100', load)).toBeUndefined();
  expect(asked).toBe(1);
});
