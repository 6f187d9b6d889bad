import { expect, test } from 'playwright/test';
import type { Run } from '#src/log/run.ts';
import type { SentPair } from '#src/log/sent-pairs.ts';
import { toCsv } from '#src/lib/csv.ts';
import { toSentRows, describeEntry, findAction } from './sent.ts';

const at = (day: number, hours: number, minutes: number, seconds: number) =>
  new Date(2025, 10, day, hours, minutes, seconds).getTime();

const entry = (over: Partial<SentPair> = {}): SentPair => ({
  id: '1',
  at: at(21, 14, 21, 7),
  operation: 'attach',
  campaignId: 'cmp-1',
  webhookId: 'wh-1',
  outcome: 'accepted',
  tab: 't',
  ...over,
});

const refused = { outcome: 'refused', status: 400 } as const;
const undo = { operation: 'detach', undoOf: '0' } as const;
const undone = (day: number) => entry({ at: at(day, 13, 52, 18) });
const TEXTS: [text: string, over: Partial<SentPair>, undone?: SentPair][] = [
  ['Attached WH / CMP', {}],
  ['Detached WH / CMP', { operation: 'detach' }],
  ['Attach WH: refused, 400 / CMP', refused],
  ['Detach WH: refused, 400 / CMP', { operation: 'detach', ...refused }],
  ['You checked: attached WH / CMP', { checked: true }],
  ['Attached WH / CMP, undone', { undoneBy: '2' }],
  ['Attaching WH / CMP', { outcome: 'sending' }],
  ['Attach WH: not sent / CMP, not sent again', { outcome: 'not-sent', status: 401 }],
  ['Attach WH: not sent / CMP', { outcome: 'not-sent' }],
  ['Attach WH: unknown, the service didn’t answer / CMP', { outcome: 'unknown' }],
  [
    'Attach WH: unknown, the service didn’t answer / CMP, settled later',
    { outcome: 'unknown', later: 'accepted' },
  ],
  ['Attach WH: unknown, the service answered 504 / CMP', { outcome: 'unknown', status: 504 }],
  ['Detached WH / CMP, undo of 13:52:18', undo, undone(21)],
  ['Detached WH / CMP, undo of 20 Nov, 13:52:18', undo, undone(20)],
  ['Detached WH / CMP, undo of an earlier one', undo],
];

for (const [text, over, taken] of TEXTS) {
  test(text.replace('the service ', ''), () => {
    const { title, detail } = describeEntry(entry(over), taken);
    expect(`${title[0]} WH${title[1]} / CMP${detail}`).toBe(text);
  });
}

test('offers the opposite, retry or send again', () => {
  const offered: [action: string | undefined, over: Partial<SentPair>][] = [
    [undefined, { outcome: 'sending' }],
    ['Send again detach', { outcome: 'unknown', operation: 'detach' }],
    ['Retry attach', { outcome: 'refused', status: 400 }],
    ['Detach… detach', {}],
    ['Attach attach', { operation: 'detach' }],
    [undefined, { later: 'accepted' }],
    [undefined, { later: 'accepted', outcome: 'unknown' }],
    [undefined, { later: 'accepted', outcome: 'refused', status: 400 }],
    ['Detach… detach', { later: 'listed' }],
    [undefined, { later: 'listed', outcome: 'unknown' }],
    [undefined, { later: 'listed', outcome: 'refused', status: 400 }],
    ['Attach attach', { operation: 'detach', undoOf: '0' }],
    [undefined, { undoneBy: '2', later: 'accepted' }],
    ['Detach… detach', { checked: true }],
    ['Retry attach 0', { outcome: 'not-sent', undoOf: '0' }],
  ];
  const describe = (over: Partial<SentPair>) => {
    const { label, change } = findAction(entry(over)) ?? {};
    return label && [label, change?.operation, change?.undoOf].filter(Boolean).join(' ');
  };
  expect(offered.map(([, over]) => describe(over))).toEqual(offered.map(([action]) => action));
});

test('exports pairs and runs as CSV that runs no formula', () => {
  const entries: SentPair[] = [
    entry({
      id: '2',
      operation: 'detach',
      undoOf: '1',
      status: 200,
      durationMs: 212,
      message: 'not attached',
      at: Date.UTC(2025, 10, 21, 14, 0, 0),
    }),
    entry({
      id: '1',
      campaignId: '=cmd|A0',
      webhookId: 'a,"b"',
      status: 200,
      undoneBy: '2',
      at: Date.UTC(2025, 10, 21, 13, 0, 0),
    }),
  ];
  const counts = { queued: 0, sending: 0, accepted: 303, refused: 6, unknown: 3, 'not-sent': 0 };
  const runs: Run[] = [
    {
      id: 'r',
      at: Date.UTC(2025, 10, 21, 13, 30, 0),
      operation: 'attach',
      source: '=renewals.csv',
      title: 'Spring',
      total: 312,
      counts,
      messages: 3,
      status: 'finished',
      activeMs: 67_000,
      tab: 't',
    },
  ];
  expect(toCsv(toSentRows(entries, runs))).toBe(
    [
      'Kind,Time (UTC),Operation,Campaign ID,Webhook ID,Outcome,Status,Answer,Duration (ms),Undo of (UTC),Undone by (UTC),Source,Title,Pairs,Accepted,"Accepted, with a message",Refused,Unknown,Not sent',
      'pair,2025-11-21 14:00:00,detach,cmp-1,wh-1,accepted,200,not attached,212,2025-11-21 13:00:00,,,,,,,,,',
      `run,2025-11-21 13:30:00,attach,,,finished,,,,,,'=renewals.csv,Spring,312,300,3,6,3,0`,
      `pair,2025-11-21 13:00:00,attach,'=cmd|A0,"a,""b""",accepted,200,,,,2025-11-21 14:00:00,,,,,,,,`,
      '',
    ].join('\r\n'),
  );
  const found = toSentRows(entries, runs, (item) => 'entry' in item && item.entry.id === '2');
  expect(found.map(([kind]) => kind)).toEqual(['Kind', 'pair']);
});
