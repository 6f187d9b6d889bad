import { expect, test } from 'playwright/test';
import { tokenInInput } from './token.ts';

// Only its value matters here, and there is no document in this test.
const inputWith = (value: string) => ({ value }) as HTMLInputElement;

test('R10: the token is taken at the moment of sending, and stays for another attempt', () => {
  const token = tokenInInput();
  const input = inputWith('typed');
  token.enter();
  token.hold(input);
  token.hold(null);
  token.promise();
  expect(token.take()).toBe('typed');
  expect(input.value).toBe('typed');
  token.forget();
  expect(input.value).toBe('');
});

test('R10: leaving the page empties the input', () => {
  const token = tokenInInput();
  const input = inputWith('typed');
  const leave = token.enter();
  token.hold(input);
  leave();
  expect(input.value).toBe('');
});

test('R10: a request that waits for its turn still gets the token, which is then forgotten', () => {
  const token = tokenInInput();
  const input = inputWith('typed');
  const leave = token.enter();
  token.hold(input);
  token.promise();
  leave();
  expect(token.take()).toBe('typed');
  expect(input.value).toBe('');
});
