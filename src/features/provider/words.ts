import { describeProblem, turnedAwayText, type ServicePlace } from '#src/api/describe.ts';
import type { Answer, Outcome, Problem, ResponseBody } from '#src/api/outcome.ts';
import type { JournalEntry } from '#src/journal/entry.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { FIELD_LABELS, type FieldName, type SentValues } from './provider.ts';

/** What this page sent, and what came of it. */
export type SentRequest =
  | { operation: 'save'; values: SentValues; outcome: Outcome }
  | { operation: 'delete'; outcome: Outcome };

/** `again`: saving once more is the way to an answer. */
export type NoteWords = { tone: 'ok' | 'warn' | 'bad'; title: string; text: string; again: boolean };

/** The two origins, and how long an answer is waited for. */
type Surroundings = { place: ServicePlace; writeTimeoutSeconds: number };

/** How much of the service's words a note quotes; the whole body stands under "Last answer". */
const QUOTED = 300;

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const brief = (problem: Problem): Problem => {
  const { words } = problem;
  return words && words.length > QUOTED ? { ...problem, words: `${words.slice(0, QUOTED)}…` } : problem;
};

const sentValues = ({ accountSid, phoneNumber, voiceProvider }: SentValues): string =>
  list([
    `account SID ${withMarks(accountSid)}`,
    `phone number ${withMarks(phoneNumber)}`,
    voiceProvider === undefined ? 'no voice provider' : `voice provider ${voiceProvider}`,
  ]);

const answered = ({ status, at }: Answer, isExpected: boolean): string =>
  `The service answered ${status} at ${formatTime(at)}${isExpected ? '' : '; expected 200'}.`;

const acceptedWords = (sent: SentRequest & { outcome: { kind: 'accepted' } }): NoteWords => {
  const { answer, notes } = sent.outcome;
  const texts = [answered(answer, !notes.includes('expected-200'))];
  if (sent.operation === 'save') {
    texts.push(`It was sent ${sentValues(sent.values)}.`, 'The auth token has been cleared from this form.');
  }
  const doubtful = notes.includes('body-speaks-of-error');
  if (doubtful) texts.push('Its answer speaks of an error: read it before you rely on this.');
  const title = sent.operation === 'save' ? 'Configuration accepted' : 'Configuration deleted';
  return { tone: doubtful ? 'warn' : 'ok', title, text: texts.join(' '), again: false };
};

const refusedWords = (
  operation: SentRequest['operation'],
  problem: Problem,
  place: ServicePlace,
): NoteWords => {
  const { title, text } = describeProblem(problem, place);
  const rejected = problem.kind === 'invalid';
  if (operation === 'delete') {
    const about = rejected ? 'The service rejected the deletion' : title;
    return { tone: 'bad', title: about, text, again: false };
  }
  const next = rejected ? 'Correct them and save again.' : 'This form keeps what you typed.';
  return { tone: 'bad', title, text: `${text} ${next}`, again: false };
};

const unknownWords = (
  operation: SentRequest['operation'],
  problem: Problem,
  { place, writeTimeoutSeconds }: Surroundings,
): NoteWords => {
  const { title, text } = describeProblem(problem, place);
  const isLate = problem.kind === 'timeout' && problem.status === undefined;
  const happened = isLate
    ? `No answer came within ${writeTimeoutSeconds} s, so`
    : `${problem.kind === 'network' ? text : `${title}. ${text}`} So`;
  const state =
    operation === 'save'
      ? 'these values may or may not be stored. Save again with the same values to get an answer.'
      : 'the configuration may or may not be deleted. Delete again to get an answer.';
  return {
    tone: 'warn',
    title: 'Outcome unknown',
    text: `${happened} ${state}`,
    again: operation === 'save',
  };
};

/** What is said of an outcome beside the form. */
export const noteWords = (sent: SentRequest, surroundings: Surroundings): NoteWords => {
  const { place } = surroundings;
  const { operation, outcome } = sent;
  switch (outcome.kind) {
    case 'accepted':
      return acceptedWords({ ...sent, outcome });
    case 'refused':
      return refusedWords(operation, brief(outcome.problem), place);
    case 'unknown':
      return unknownWords(operation, brief(outcome.problem), surroundings);
    case 'not-sent': {
      if (outcome.problem.status !== undefined) {
        return {
          tone: 'bad',
          title: `Nothing was ${operation === 'save' ? 'saved' : 'deleted'}`,
          text: turnedAwayText(outcome.problem),
          again: operation === 'save',
        };
      }
      const { title, text } = describeProblem(outcome.problem, place);
      return {
        tone: 'bad',
        title: 'Nothing was sent',
        text: `${title}. ${text}`,
        again: operation === 'save',
      };
    }
  }
};

const COUNTS = ['No', 'One', 'Two', 'Three'];

/** `Two fields need a change before the service is asked: `, to be followed by their names. */
export const faultyWords = (fields: readonly FieldName[]): string =>
  `${COUNTS[fields.length]} ${fields.length === 1 ? 'field needs' : 'fields need'} a change before the service is asked: `;

/** What stands between and behind the names in a sentence: `A, B and C.` */
export const afterName = (index: number, count: number): string =>
  index === count - 1 ? '.' : index === count - 2 ? ' and ' : ', ';

/** What a save replaces (interface 4.1 and 4.3). */
export const replacesWords = (voiceProvider: string): string => {
  const names = Object.values(FIELD_LABELS).map((label) =>
    label.replace(/^[A-Z](?=[a-z])/, (a) => a.toLowerCase()),
  );
  const all = voiceProvider === '' ? names : [...names, 'voice provider'];
  return `Replaces the ${list(all)} the service holds for you.`;
};

/** A body to be shown: JSON set out with indents where that changes nothing but blanks, else as it came. */
export const shownBody = ({ text, json }: ResponseBody): string =>
  json && JSON.stringify(json.value) === text.trim() ? JSON.stringify(json.value, null, 2) : text;

/** The two lines of an entry: `what`, the endings, `after`; then `voice`, set in mono, and `reply`. */
export type EntryWords = {
  what: string;
  sid?: string;
  phone?: string;
  after?: string;
  voice?: string;
  reply: string;
};

const savedWords = ({ sidEnding, phoneEnding, voiceProvider, status }: JournalEntry): EntryWords => ({
  what: sidEnding || phoneEnding ? 'Saved' : 'Saved configuration',
  ...(sidEnding ? { sid: sidEnding } : {}),
  ...(phoneEnding ? { phone: phoneEnding } : {}),
  ...(voiceProvider === undefined
    ? { reply: `Voice provider not sent, answered ${status}` }
    : { voice: voiceProvider, reply: `, answered ${status}` }),
});

/** What the list says of an entry of the journal. */
export const entryWords = (entry: JournalEntry): EntryWords => {
  const { operation, outcome, status, sidEnding } = entry;
  const isSave = operation === 'save';
  const capital = isSave ? 'Save' : 'Delete';
  /** What is said where a SID's ending may follow. */
  const about = (what: string): Pick<EntryWords, 'what' | 'sid'> =>
    isSave && sidEnding ? { what: `${what},`, sid: sidEnding } : { what };
  switch (outcome) {
    case 'sending':
      return { ...about(isSave ? 'Saving' : 'Deleting'), reply: 'Waiting for an answer' };
    case 'accepted': {
      if (isSave) return savedWords(entry);
      const note = status === 200 ? '' : ', expected 200';
      return { what: 'Deleted configuration', reply: `Answered ${status}${note}` };
    }
    case 'refused':
      return { ...about(`${capital} rejected`), reply: `Answered ${status}` };
    case 'unknown':
      return {
        ...about(capital),
        after: status === undefined ? ': no answer' : `: answered ${status}`,
        reply: 'Outcome unknown',
      };
    case 'not-sent':
      return {
        ...about(`${capital} not sent`),
        reply: status === undefined ? 'Nothing left this browser' : `Answered ${status}, not sent again`,
      };
  }
};
