import { expect, test } from 'playwright/test';
import { toAnswer } from '#src/api/body.ts';
import { toOutcome } from '#src/api/classify.ts';
import type { Exchange, Outcome, ProblemKind } from '#src/api/outcome.ts';
import type { JournalEntry } from '#src/journal/entry.ts';
import { entryWords, noteWords, replacesWords, shownBody, type SentRequest } from './words.ts';

const AROUND = {
  place: { serviceOrigin: 'https://voice.example', pageOrigin: 'https://console.example' },
  writeTimeoutSeconds: 30,
};
const REQUEST = { method: 'POST', target: '/api/v3/update_provider' } as const;
const VALUES = { accountSid: 'AP417e', phoneNumber: '+44 20 7946 0018' };

const outcomeOf = (status: number, text: string, { contentType = '', expects200 = false } = {}): Outcome => {
  const received = { status, contentType, retryAfter: null, text, bytes: text.length, isWhole: true };
  const exchange: Exchange = {
    kind: 'answered',
    sessionEnded: false,
    answer: toAnswer(received, { durationMs: 318, at: 1_763_735_500_000 }),
  };
  return toOutcome(REQUEST, exchange, { expects200 });
};

const noAnswer = (kind: ProblemKind, sent = true): Outcome =>
  toOutcome(
    REQUEST,
    { kind: 'unanswered', sent, problem: { kind, durationMs: 30_004, at: 0 } },
    { expects200: false },
  );

const saved = (outcome: Outcome, voiceProvider?: string): SentRequest => ({
  operation: 'save',
  values: voiceProvider === undefined ? VALUES : { ...VALUES, voiceProvider },
  outcome,
});

const deletedText = (status: number): string =>
  noteWords({ operation: 'delete', outcome: outcomeOf(status, '', { expects200: true }) }, AROUND).text;

const refusedNote = (status: number, text: string) => noteWords(saved(outcomeOf(status, text)), AROUND);

const shown = (text: string): string | undefined => {
  const outcome = outcomeOf(200, text);
  return outcome.kind === 'accepted' ? shownBody(outcome.answer.body) : undefined;
};

test('R33: accepted names what was sent beside the secret, and verifies nothing', () => {
  const words = noteWords(saved(outcomeOf(201, '{}'), 'PROVIDER_A'), AROUND);
  expect(words).toMatchObject({ tone: 'ok', title: 'Configuration accepted', again: false });
  expect(words.text).toMatch(/^The service answered 201 at \d\d:\d\d:\d\d\. /);
  expect(words.text).toContain(
    'It was sent account SID AP417e, phone number +44 20 7946 0018 and voice provider PROVIDER_A.',
  );
  expect(noteWords(saved(outcomeOf(200, '')), AROUND).text).toContain('and no voice provider.');
  expect(JSON.stringify(words)).not.toMatch(/verif|connected|configured/i);
});

test('an accepted answer that speaks of an error says so', () => {
  const words = noteWords(saved(outcomeOf(200, '{"error":"x"}')), AROUND);
  expect(words.tone).toBe('warn');
  expect(words.text).toContain('Its answer speaks of an error');
});

test('R31: a deletion answered with another 2xx says which was expected', () => {
  expect(deletedText(204)).toMatch(/^The service answered 204 at \d\d:\d\d:\d\d; expected 200\.$/);
  expect(deletedText(200)).toMatch(/^The service answered 200 at \d\d:\d\d:\d\d\.$/);
});

test('R40: refused values quote the service; other refusals say what is known', () => {
  expect(refusedNote(422, '{"detail":"Account SID and auth token do not match"}')).toEqual({
    tone: 'bad',
    title: 'The service rejected these values',
    text: 'It answered 422: “Account SID and auth token do not match”. Correct them and save again.',
    again: false,
  });
  expect(refusedNote(400, '').text).toBe(
    'It answered 400 and said nothing more. Correct them and save again.',
  );
  expect(refusedNote(403, 'no').title).toBe('The service does not allow you this');
  expect(refusedNote(500, 'x'.repeat(5000)).text.length).toBeLessThan(400);
});

test('an answer that did not come is neither a failure nor a success', () => {
  expect(noteWords(saved(noAnswer('timeout')), AROUND)).toEqual({
    tone: 'warn',
    title: 'Outcome unknown',
    text: 'No answer came within 30 s, so these values may or may not be stored. Save again with the same values to get an answer.',
    again: true,
  });
  const page = outcomeOf(200, '<!doctype html><title>Sign in</title>', { contentType: 'text/html' });
  expect(noteWords(saved(page), AROUND)).toMatchObject({ title: 'Outcome unknown', again: true });
  expect(noteWords({ operation: 'delete', outcome: noAnswer('network') }, AROUND).text).toContain(
    'the configuration may or may not be deleted. Delete again to get an answer.',
  );
});

test('nothing sent is only said where it is certain', () => {
  expect(noteWords(saved(noAnswer('offline', false)), AROUND)).toMatchObject({
    title: 'Nothing was sent',
    again: true,
  });
  // Turned away, and offline before it could be sent again.
  const turnedAway = noAnswer('offline', false);
  if (turnedAway.kind === 'not-sent') turnedAway.problem.status = 401;
  const note = noteWords(saved(turnedAway), AROUND);
  expect(note).toMatchObject({ title: 'Nothing was saved', again: true });
  expect(note.text).toBe('The service answered 401 and did not carry it out. It was not sent again.');
});

test('R36: what a save replaces', () => {
  expect(replacesWords('')).toBe(
    'Replaces the account SID, auth token and phone number the service holds for you.',
  );
  expect(replacesWords('PROVIDER_A')).toBe(
    'Replaces the account SID, auth token, phone number and voice provider the service holds for you.',
  );
});

test('a body is set out with indents only where that changes nothing else', () => {
  expect(shown('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  for (const text of ['12345678901234567890', '{"a":1,"a":2}', '{ "a": 1 }', '1.0', 'plain', '{"a":']) {
    expect(shown(text)).toBe(text);
  }
});

const entry = (rest: Partial<JournalEntry>): JournalEntry => ({
  id: '1',
  at: 0,
  tab: 't',
  operation: 'save',
  outcome: 'accepted',
  sidEnding: '17e',
  phoneEnding: '0018',
  ...rest,
});

const line = (rest: Partial<JournalEntry>): string => {
  const { what, sid, phone, after = '', voice = '', reply } = entryWords(entry(rest));
  const endings = `${sid ? ` SID ending ${sid}` : ''}${phone ? `${sid ? ',' : ''} phone ending ${phone}` : ''}`;
  return `${what}${endings}${after} | ${voice}${reply}`;
};

test('the list says what was sent and what came of it', () => {
  const table: [Partial<JournalEntry>, string][] = [
    [{ status: 200 }, 'Saved SID ending 17e, phone ending 0018 | Voice provider not sent, answered 200'],
    [
      { status: 200, voiceProvider: 'PROVIDER_A' },
      'Saved SID ending 17e, phone ending 0018 | PROVIDER_A, answered 200',
    ],
    [{ status: 200, sidEnding: '' }, 'Saved phone ending 0018 | Voice provider not sent, answered 200'],
    [{ outcome: 'refused', status: 422 }, 'Save rejected, SID ending 17e | Answered 422'],
    [{ outcome: 'unknown' }, 'Save, SID ending 17e: no answer | Outcome unknown'],
    [{ outcome: 'unknown', status: 504 }, 'Save, SID ending 17e: answered 504 | Outcome unknown'],
    [{ outcome: 'not-sent' }, 'Save not sent, SID ending 17e | Nothing left this browser'],
    [{ outcome: 'sending' }, 'Saving, SID ending 17e | Waiting for an answer'],
    [{ operation: 'delete', status: 200 }, 'Deleted configuration | Answered 200'],
    [{ operation: 'delete', status: 204 }, 'Deleted configuration | Answered 204, expected 200'],
    [{ operation: 'delete', outcome: 'refused', status: 500 }, 'Delete rejected | Answered 500'],
    [{ operation: 'delete', outcome: 'unknown' }, 'Delete: no answer | Outcome unknown'],
  ];
  for (const [rest, expected] of table) expect(line(rest)).toBe(expected);
});
