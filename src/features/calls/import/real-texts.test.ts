import { expect, test } from 'playwright/test';
import { readList } from '#src/lists/read-list.ts';
import { guessOptions, readListedIds, WANTED_COLUMNS } from './listed-ids.ts';
import { readTypedIds } from './read-ids.ts';

const origin = 'https://console.example';
const context = { isWatched: () => false, origin };

const A = 'call-d6e8dc2f-003b-398d-63d0-9c121f38fd5a';
const B = 'call-c66c790f-ffbf-2901-5243-8c96bc27fd5a';
const C = 'call-0a1b2c3d-1111-4222-8333-444455556666';
const IDS = [A, B, C];
const lines = (format: (id: string, at: number) => string) => IDS.map(format).join('\n');
const time = '2026-11-28T06:00:00.000Z';

const ticket = [
  '3 calls',
  'failed: 2',
  '  no route: 2',
  'completed: 1',
  '',
  `${A}: failed, error: no route, note: order A-20934, agent j.kramer-2, labels: INC0048213`,
  'sample-long: failed, error: no route',
  `${C}: completed, duration: 61`,
].join('\n');
const ticketIds = [A, 'sample-long', C];

const json = (id: string) => ({
  ts: time,
  traceId: 'ee6e0f1a-1111-4222-8333-444455556666',
  call: { id, queue: 'Billing', tags: ['new-1', 'vip-2'] },
  customer: { id: 'cust-77', name: 'Nordwind 24' },
});

const TEXTS: [what: string, text: string, ids?: string[]][] = [
  ['a log', lines((id) => `${time} INFO [dialer-0] callId=${id} queue=Billing state=RINGING`)],
  ['one line of a log', `${time} INFO [dialer-0] callId=${A} queue=Billing state=RINGING`, [A]],
  ['logfmt', lines((id) => `ts=${time} level=info code=480 call_id="${id}" msg="state changed"`)],
  ['values with words between them', `Call IDs: ${A}, ${B} und ${C}. Danke`],
  ['values in a sentence', `Call IDs: ${A} and ${B}, then ${C}.`],
  ['keys with a colon', lines((id) => `06:00:00,123 dialer-0 callId:${id}, queue: Billing-2`)],
  ['keys with a blank', lines((id) => `[${time}] call id: ${id} (agent j.kramer-2)`)],
  ['a log of Twilio', lines((id) => `${time} CallSid=${id} AccountSid=AC100000001`)],
  ['an access log', lines((id) => `10.0.0.1 - - "GET /api/v3/call_status?callId=${id}&x=1 HTTP/1.1" 200`)],
  ['a log with short keys', lines((id) => `${time} dialer-0 call=${id} code=480`)],
  ['JSON behind a time', lines((id) => `${time} dialer-0 {"callId":"${id}","code":"480-1"}`)],
  ['lines without the key', lines((id) => `${time} [dialer-0] start\n${time} [dialer-0] callId=${id}`)],
  ['an empty key', `${time} callId=null code=480\n${time} callId=${A} code=480`, [A]],
  ['a key in bold', `**Call ID:** ${A}\n**Order:** A-20934`, [A]],
  ['a key and several IDs', `Call IDs: ${A}, ${B}; ${C}, order A-20934`],
  ['YAML', lines((id) => `- callId: '${id}'\n  order: A-20934`)],
  ['nested JSON a line', lines((id) => JSON.stringify(json(id)))],
  ['one record of nested JSON', JSON.stringify(json(A), undefined, 2), [A]],
  ['records of jq', lines((id) => JSON.stringify(json(id), undefined, 2))],
  ['flat JSON a line', lines((id) => JSON.stringify({ ts: time, callId: id, code: 480 }))],
  [
    'an object with calls',
    JSON.stringify({ page: 'p-1', calls: IDS.map((id) => ({ id, order: 'A-20934' })) }),
  ],
  ['an object with IDs', JSON.stringify({ total: 3, ids: IDS })],
  [
    'a Kibana export',
    JSON.stringify(
      IDS.map((id, at) => ({ _id: `es-0000${at}`, _source: { call_id: id, host: 'dialer-0' } })),
    ),
  ],
  [
    'an answer of Elasticsearch',
    JSON.stringify({
      took: 3,
      _shards: { total: 1 },
      hits: {
        total: { value: 3 },
        hits: IDS.map((id, at) => ({ _id: `es-0000${at}`, _source: { call_id: id } })),
      },
    }),
  ],
  [
    'psql with a wide column',
    ` id  |                   call_id                  |  customer\n-----+--------------------------------------------+------------\n${lines((id, at) => ` 10${at} | ${id} | Nordwind`)}\n(3 rows)\n`,
  ],
  ['a German header', `Datum;Gesprächs-ID\n${lines((id) => `28.11.2026;${id}`)}`],
  ['a note that names another call', `Call ID,Note\n${lines((id) => `${id},see call id: call-1`)}`],
  [
    'a mail with other numbers',
    `Hi, (ticket #48213, INC0048213) please check\n${lines((id) => `${id} of order A-20934`)}\nSUP-1234, Anna`,
  ],
  ['a mail with two calls', `Please check ${A} and sim-1-a`, [A, 'sim-1-a']],
  ['a ticket', ticket, ticketIds],
  ['a ticket below a line', `Hi Sam, please take over:\n\n${ticket}`, ticketIds],
  ['a quoted ticket of several', ticket.replaceAll(/^/gm, '> '), ticketIds],
  ['a ticket in a mail', `Hi,\n> ${ticket.replaceAll('\n', '\n> ')}\n\nBest: Sam\nSUP-1234`, ticketIds],
  [
    'two tickets',
    `${ticket}\n\n2 calls\nfailed: 2\n\n${B}: failed\nand 1 more\nRegards: Sam`,
    [...ticketIds, B],
  ],
  [
    'a ticket and words',
    `Hi Nora, these need you:\n\n${ticket}\n\nAlso please watch ${B} and call-77aa20, SUP-1234. Thanks Lena`,
    [...ticketIds, B, 'call-77aa20'],
  ],
  [
    'a ticket and bullets',
    `${ticket}\n- call-55c0d1 (callback promised)\n- ${B}`,
    [...ticketIds, 'call-55c0d1', B],
  ],
  [
    'a ticket of one call and words',
    `Call ID: ${A}\nStatus: failed\nNote: order A-20934\nLink: ${origin}/calls/${A}\n\nand ${B}`,
    [A, B],
  ],
  ['a ticket and a log', `${ticket}\n\n${time} INFO dialer-0 callId=${B} campaign=cmp-17`, [...ticketIds, B]],
  [
    'a mail with a line of a log',
    `Hi Nora,\n- ${A} (customer Meyer)\n- ${C} rang 2 minutes\nLog of the first one:\n${time} INFO dialer-0 callId=${A} campaign=cmp-17\nBest regards Tom`,
    [A, C],
  ],
  [
    'other keys of a YAML record',
    IDS.map((id, at) => `- callId: ${id.slice(5)}\n  traceId: ee6e0f1a-1111-4222-8333-44445555666${at}`).join(
      '\n',
    ),
    IDS.map((id) => id.slice(5)),
  ],
  ['orders below their calls', IDS.map((id, at) => `- callId: ${id}\n  order: A-2093${at}`).join('\n')],
  [
    'links among IDs',
    `Please see\n${A}\n${B}\n${C}\nand http://localhost:4314/calls/call-99aa01 and http://localhost:4314/calls?id=sim-1-a&id=call-b.`,
    [...IDS, 'call-99aa01', 'sim-1-a', 'call-b'],
  ],
  [
    'stressed IDs',
    'Hi team:\n*call-cc3006* – no audio\n**call-cc3007** – cut off\n_call-cc3008_.',
    ['call-cc3006', 'call-cc3007', 'call-cc3008'],
  ],
  [
    'one stressed ID among others',
    'See call-nn1001, call-nn1002, call-nn1003 and especially *call-nn1004*',
    ['call-nn1001', 'call-nn1002', 'call-nn1003', 'call-nn1004'],
  ],
  [
    'links of Markdown',
    `Please check [call-nn1003](${origin}/calls/call-nn1003) and\n- [the other](${origin}/calls/call-nn1004) thanks`,
    ['call-nn1003', 'call-nn1004'],
  ],
  [
    'links of Jira and Slack',
    `Please check [call-cc3003|${origin}/calls/call-cc3003],\n[call-cc3004|${origin}/calls/call-cc3004|smart-link] and\n<${origin}/calls/call-cc3005|call-cc3005>.`,
    ['call-cc3003', 'call-cc3004', 'call-cc3005'],
  ],
  [
    'a list of links',
    `[call-cc3003|${origin}/calls/call-cc3003]\n[call-cc3004](${origin}/calls/call-cc3004)`,
    ['call-cc3003', 'call-cc3004'],
  ],
  [
    'a text in Chinese',
    '你好，请检查以下通话：call-ii9001，call-ii9002。谢谢！',
    ['call-ii9001', 'call-ii9002'],
  ],
  [
    'a text in Japanese',
    'お疲れ様です。\n次の通話を確認してください（call-ii9001、call-ii9002）。\n11月28日の通話です。',
    ['call-ii9001', 'call-ii9002'],
  ],
];

for (const [what, text, ids = IDS] of TEXTS)
  test(`finds the calls of ${what}`, async () => {
    const list = await readList({ kind: 'text', text }, WANTED_COLUMNS, new AbortController().signal);
    if (typeof list === 'string') throw new Error(list);
    const found = readListedIds(list, guessOptions(list, origin), context);
    expect(found.fresh).toEqual(ids);
    if (ids === ticketIds) expect(found.extras.get(A)).toEqual({ note: 'order A-20934, agent j.kramer-2' });
    const isTyped = !/{|\|(?!http|smart|call)|^(?:Datum|Call ID,|Hi, \()/m.test(text);
    if (isTyped) expect(readTypedIds(text, context).fresh).toEqual(ids);
  });

const SIGNED: [what: string, text: string, ids: string[]][] = [
  ...['Danke\nJonas', 'Best,\nTom', 'Regards\nAnna-Lena\nSupport-Team'].flatMap(
    (end): [string, string, string[]][] => [
      [
        `a copied table above ${JSON.stringify(end)}`,
        `Anruf-ID\tKunde\tGrund\ncall-ll1001\tVolksbank\tkein Ton\ncall-ll1002\tEDEKA\tabgebrochen\n\n${end}`,
        ['call-ll1001', 'call-ll1002'],
      ],
      [
        `a list above ${JSON.stringify(end)}`,
        `call-ll1001\ncall-ll1002\ncall-ll1003\n\n${end}`,
        ['call-ll1001', 'call-ll1002', 'call-ll1003'],
      ],
    ],
  ),
  ['words only', 'sample-long\nsample-ended\nalpha', ['sample-long', 'sample-ended', 'alpha']],
  ['words with hyphens', 'call-1\ncall-2\nsample-ended', ['call-1', 'call-2', 'sample-ended']],
];

for (const [what, text, ids] of SIGNED)
  test(`takes no name of ${what}`, async () => {
    const list = await readList({ kind: 'text', text }, WANTED_COLUMNS, new AbortController().signal);
    if (typeof list === 'string') throw new Error(list);
    const { fresh, leftOut } = readListedIds(list, guessOptions(list, origin), context);
    expect(fresh).toEqual(ids);
    const isSigned = /\n\n/.test(text);
    expect(leftOut.length > 0).toBe(isSigned);
  });
