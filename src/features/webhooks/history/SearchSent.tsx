import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import type { JournalOutcome } from '#src/journal/entry.ts';
import { useScope } from '#src/journal/scope.ts';
import { searchSent, type Sent, type SentFound, type SentQuery } from '#src/journal/search.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { SentRow } from '#src/outcomes/SentRow.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { Log } from '#src/ui/Log.tsx';
import { SideHead } from '#src/ui/overlays/Sheet.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { lineWords, sumWords, foundWords } from './search-words.ts';
import { byDay } from './sent.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import './search.css';

const MOST_SHOWN = 200;

const OUTCOMES: readonly (readonly [value: JournalOutcome, label: string])[] = [
  ['accepted', 'Accepted'],
  ['refused', 'Failed'],
  ['unknown', 'Unknown'],
  ['not-sent', 'Not sent'],
];

const queryOf = (form: HTMLFormElement): SentQuery => {
  const values = new FormData(form);
  const text = (name: string): string => {
    const value = values.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const outcome = OUTCOMES.find(([value]) => value === text('outcome'))?.[0];
  return {
    campaign: text('campaign'),
    webhook: text('webhook'),
    ...(outcome && { outcome }),
    ...(text('day') !== '' && { day: text('day') }),
    limit: MOST_SHOWN,
  };
};

const Found = ({ sent }: { sent: Sent }) => {
  const words = foundWords(sent);
  const { what, rest } = words;
  const { from } = sent;
  return (
    <SentRow at={sent.at} look={words}>
      <p>
        {what[0]} <bdi className="find-id">{withMarks(sent.webhookId)}</bdi>
        {what[1]}
      </p>
      <p className="quiet">
        {VERBS[sent.operation].where} <bdi className="find-id">{withMarks(sent.campaignId)}</bdi>
        {rest}
      </p>
      {'run' in from && (
        <p className="quiet">
          <Link href={`${pathOfRun(from.run)}?line=${from.line + 1}`}>{lineWords(from)}</Link>
        </p>
      )}
    </SentRow>
  );
};

const Results = ({ result: { found, more }, now }: { result: SentFound; now: number }) => (
  <>
    {byDay(found, now).map((day) => (
      <div key={day.key}>
        <h3 className="find-day">{day.title ?? 'Today'}</h3>
        <Log ruled label={day.title ?? 'Today'}>
          {day.sent.map((sent) => (
            <Found
              key={'run' in sent.from ? `${sent.from.run} ${sent.from.line}` : sent.from.entry}
              sent={sent}
            />
          ))}
        </Log>
      </div>
    ))}
    {more && <p className="hint find-sum">Only the newest {MOST_SHOWN} are shown.</p>}
  </>
);

type Answer = 'searching' | 'failed' | { result: SentFound; at: number };

const wordsOf = (answer: Answer | undefined): string => {
  if (answer === undefined) return '';
  if (answer === 'searching') return 'Searching…';
  if (answer === 'failed')
    return 'This browser did not let its storage be read, so nothing could be searched.';
  return sumWords(answer.result);
};

/** Search in what this browser sent, single pairs and lines of runs alike. */
export const SearchSent = ({ onClose }: { onClose: () => void }) => {
  const scope = useScope();
  const [answer, setAnswer] = useState<Answer>();
  const first = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(undefined);
  const dayId = useId();
  useEffect(() => {
    first.current?.focus();
    return () => running.current?.abort();
  }, []);

  const search = async (query: SentQuery) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setAnswer('searching');
    try {
      const result = await searchSent(scope, query, own.signal);
      if (!own.signal.aborted) setAnswer({ result, at: Date.now() });
    } catch {
      if (!own.signal.aborted) setAnswer('failed');
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void search(queryOf(event.currentTarget));
  };

  return (
    <section className="find-list">
      <SideHead>
        <h2>Sent from this browser</h2>
        <Button variant="bare" size="sm" icon="x" onClick={onClose}>
          Close search
        </Button>
      </SideHead>
      <form className="find-form" role="search" onSubmit={submit}>
        <TextField label="Campaign contains" name="campaign" code ref={first} />
        <TextField label="Webhook contains" name="webhook" code />
        <div>
          <span className="find-label" aria-hidden="true">
            Outcome
          </span>
          <SelectField label="Outcome" name="outcome">
            <option value="">Any</option>
            {OUTCOMES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField label="Day" id={dayId} name="day" type="date" />
        <div className="find-acts btns">
          <Button type="submit" icon="search">
            Search
          </Button>
        </div>
      </form>
      <p className="find-sum" role="status">
        {wordsOf(answer)}
      </p>
      {typeof answer === 'object' && <Results result={answer.result} now={answer.at} />}
    </section>
  );
};
