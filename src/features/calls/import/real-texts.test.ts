import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { readList } from '#src/lists/read-list.ts';
import { guessOptions, readListedIds, WANTED_COLUMNS } from './listed-ids.ts';
import { readTypedText } from '#src/features/calls/call/find.ts';
import { needsPreview, readTypedIds } from './read-ids.ts';

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
  `${B}: failed, error: no route`,
  `${C}: completed, duration: 61`,
].join('\n');
const ticketIds = IDS;

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
  ['two tickets', `${ticket}\n\n2 calls\nfailed: 2\n\n${B}: failed\nand 1 more\nRegards: Sam`, ticketIds],
  [
    'a ticket and words',
    `Hi Nora, these need you:\n\n${ticket}\n\nAlso please watch ${B} and call-77aa20, SUP-1234. Thanks Lena`,
    [...ticketIds, 'call-77aa20'],
  ],
  [
    'a ticket and bullets',
    `${ticket}\n- call-55c0d1 (callback promised)\n- ${B}`,
    [...ticketIds, 'call-55c0d1'],
  ],
  [
    'a ticket of one call and words',
    `Call ID: ${A}\nStatus: failed\nNote: order A-20934\nLink: ${origin}/calls/${A}\n\nand ${B}`,
    [A, B],
  ],
  ['a ticket and a log', `${ticket}\n\n${time} INFO dialer-0 callId=${B} campaign=cmp-17`, ticketIds],
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
    const typed = readTypedText(text, origin);
    if (!needsPreview(typed, origin)) expect(readTypedIds(typed, context).fresh).toEqual(ids);
  });

const rows = (format: (id: string, at: number) => string) =>
  ['call-ep1', 'call-ep2', 'call-ep3', 'call-ep4', 'call-ep5'].map(format).join('\n');
const ep = ['call-ep1', 'call-ep2', 'call-ep3', 'call-ep4', 'call-ep5'];
const uuid = (at: number) => `7f3c2a90-51d4-4b0e-9a7d-2c1f6e8b0d3${at}`;

/** As support agents paste them: the calls, and what is left out as an ID of something else. */
const PASTED: [text: string, ids: string[], leftOut?: string[]][] = [
  [
    'Betroffen: call-x61, call-x62.\nErledigt: call-x63, call-x64.',
    ['call-x61', 'call-x62', 'call-x63', 'call-x64'],
  ],
  ['Hola Ana, mira por favor call-x21, call-x22\nGracias, Luis', ['call-x21', 'call-x22']],
  ['Hallo Petra, bitte prüfen: call-x11, call-x12.\nDanke, Hans', ['call-x11', 'call-x12']],
  ['Hallo Petra,\nbitte prüfen: call-x31, call-x32.\n\nDanke, Hans', ['call-x31', 'call-x32']],
  ['Hallo Petra,\nbitte prüfen, call-x32.\n\nDanke, Hans', ['call-x32']],
  ...['[16:02, 27.11.2026]', '[16:02, 27/11/2026]', '[16:02, 2026/11/27]', '[27/11/26, 16:02:11]'].map(
    (stamp): [string, string[]] => [
      `${stamp} Hans Müller: Schau mal call-20b1 bitte\n${stamp.replace('16:02', '16:03')} Petra: und call-20b2, danke`,
      ['call-20b1', 'call-20b2'],
    ],
  ),
  [rows((id, at) => `María ${at}\t61234510${at}\t${id}\t27/11/2026`), ep],
  [rows((id, at) => `María ${at}\t0891234${at}\t${id}\t27/11/2026`), ep],
  [rows((id, at) => `${at}\t3461234510${at}\t${id}`), ep],
  [`Cliente\tMóvil\tRef\n${rows((id, at) => `María ${at}\t61234510${at}\t${id}`)}`, ep],
  [rows((id, at) => `61234510${at}\t${id}`), ep],
  [rows((_id, at) => `María ${at}\t61234510${at}\t${uuid(at)}`), ep.map((_id, at) => uuid(at))],
  ['1. call-11k1\n2. call-11k2', ['call-11k1', 'call-11k2']],
  ['1) call-11k1\n2) call-11k2', ['call-11k1', 'call-11k2']],
  ['#1 call-11k1\n#2 call-11k2', ['call-11k1', 'call-11k2']],
  ['①call-11k1\n② call-11k2', ['call-11k1', 'call-11k2']],
  ['1.call-11k1\n2.call-11k2', ['call-11k1', 'call-11k2']],
  ['1、call-11k1\n2、call-11k2', ['call-11k1', 'call-11k2']],
  ['１．call-11k1\n２．call-11k2', ['call-11k1', 'call-11k2']],
  ['☐ call-11k1\n✅ call-11k2', ['call-11k1', 'call-11k2']],
  ['Anrufe: call-ad01/call-ad02\nDanke', ['call-ad01', 'call-ad02']],
  ['call-ad01/call-ad02', ['call-ad01', 'call-ad02']],
  ['v2.0.0-beta.1: call-ae01, call-ae02\nrelease 2.0.1, ok', ['call-ae01', 'call-ae02']],
  ['10000001\t612345101\n10000002\t612345102', ['10000001', '10000002']],
  ['통화 call-af01을 확인해 주세요', ['call-af01']],
  ['612 345 678', []],
  ['IDs: call-bc01,call-bc02', ['call-bc01', 'call-bc02']],
  ['INC0048213 call-bd01\nINC0048214 call-bd02', ['call-bd01', 'call-bd02']],
  [
    'Hallo Team,\nzuerst call-be01\n\nAnruf-ID\tKunde\ncall-be02\tMeier\ncall-be03\tMüller\n\nund noch call-be04, danke',
    ['call-be01', 'call-be02', 'call-be03', 'call-be04'],
  ],
  ['call-12d5, call-12d6.', ['call-12d5', 'call-12d6']],
  ['call-12e1.', ['call-12e1']],
  ['(call-12e4)', ['call-12e4']],
  ['(call-12e4, call-12e5)', ['call-12e4', 'call-12e5']],
  [
    'お疲れ様です。\ncall-60e7とcall-60e8を確認お願いします。\ncall-60e9は完了しました。',
    ['call-60e7', 'call-60e8', 'call-60e9'],
  ],
  ['通話ID call-v81が切れました。\nよろしくお願いします。', ['call-v81']],
  ['通話call-12dbを確認', ['call-12db']],
  ['・call-11g1\n・call-11g2', ['call-11g1', 'call-11g2']],
  ['请看call-60f1，還有call-60f2', ['call-60f1', 'call-60f2']],
  ['Hallo,\nAnrufkennung:call-50d4 brach ab.', ['call-50d4']],
  [
    'Hola, mira call-x21 y call-x22\n\nCall ID;Cliente\ncall-x23;Ana\ncall-x24;Luis',
    ['call-x21', 'call-x22', 'call-x23', 'call-x24'],
  ],
  ['alpha, beta', ['alpha', 'beta']],
  // Below tables of Markdown and Jira.
  [
    '| Call ID | Customer |\n|:--|--:|\n| call-md-1 | Otley Taxis |\n| call-md-2 | Brook |\n\nAnd call-md-3 from today.',
    ['call-md-1', 'call-md-2', 'call-md-3'],
  ],
  [
    '||Call||Result||\n|call-j-4|failed|\n|call-j-5|ok|\n\ncall-j-6 is a duplicate.',
    ['call-j-4', 'call-j-5', 'call-j-6'],
  ],
  // Records with their labels on the left.
  ['Customer\tAcme Ltd\nCall ID\tcall-mx01\nCaller\t07700900123\nStatus\tfailed', ['call-mx01']],
  ['Call ID;call-a1\nStatus;failed\nCustomer;Acme', ['call-a1']],
  ['Address 1;Main St\nCall ID;call-a2\nStatus;failed', ['call-a2']],
  ['Cliente\tAcme\nID de llamada\tcall-mx01\nMotivo\tNo suena', ['call-mx01']],
  [
    'Call ID:\tcall-mx01\nCaller:\t07700900123\nCall ID:\tcall-mx02\nCaller:\t07700900124',
    ['call-mx01', 'call-mx02'],
  ],
  ['Call ID\tcall-x1\tcall-x2\tcall-x3\nStatus\tfailed\tfailed\tbusy', ['call-x1', 'call-x2', 'call-x3']],
  // Calls beside a named one.
  ['Customer: Acme\nCall ID: call-a1 / call-a2\nThanks, Dave', ['call-a1', 'call-a2']],
  ['Call ID: call-a1 -> call-a2\nThanks', ['call-a1', 'call-a2']],
  ['Call ID: call-f1 (1st), call-f2 (2nd)\nThanks, Dave', ['call-f1', 'call-f2']],
  ['Hi\nFailed call ID: call-a1. The one before (call-a2) was fine.', ['call-a1', 'call-a2']],
  ['Hi Eva, call-b1 failed, and also callId=call-b2', ['call-b2', 'call-b1']],
  ['Llamada: call-c1 (y la anterior, call-c2)', ['call-c1', 'call-c2']],
  ['callId=call-a1 bridge with call-a2 failed', ['call-a1', 'call-a2']],
  [`Call ID: ${uuid(1)} / ${uuid(2)}`, [uuid(1), uuid(2)]],
  [`09:14 INFO [${uuid(8)}] callId=${uuid(1)} trace: ${uuid(7)}`, [uuid(1)]],
  ['Call ID:: call-zd01\n**Call ID:** call-zd02', ['call-zd01', 'call-zd02']],
  ['Call #104829310023 failed\nand nº 104829310024', ['104829310023', '104829310024']],
  ['#call-ha01\nID#call-ha02\n(#call-ha03)', ['call-ha01', 'call-ha02', 'call-ha03']],
  // IDs of SIP, Asterisk and Zoom, with telephone numbers, times and addresses of mail beside them.
  [
    'From: max.muster1985@example.com\n- a84b4c76e66710@pc33.example.com (no audio)\n- 0gQAAC8WAAACBA--@10.170.248.200 (cut off)',
    ['a84b4c76e66710@pc33.example.com', '0gQAAC8WAAACBA--@10.170.248.200'],
  ],
  [
    '3848276298220188511@example.com, 3848276298220188512@example.com',
    ['3848276298220188511@example.com', '3848276298220188512@example.com'],
  ],
  ['Hi, check 1764321260.9 and 1764321260.10, thanks', ['1764321260.9', '1764321260.10']],
  [
    '2026-11-28 09:00;1764321260.12;+4930123456;busy\n2026-11-28 09:01;1764321260.13;+4930123457;busy',
    ['1764321260.12', '1764321260.13'],
  ],
  [
    '1\taDYlohsHRtCd4ii1uC2+hA==\tMeier\n2\tpd3zg8hXTGi3lVoe3bY9nw==\tMay',
    ['aDYlohsHRtCd4ii1uC2+hA==', 'pd3zg8hXTGi3lVoe3bY9nw=='],
  ],
  // Exports of FreePBX, VICIdial and Genesys.
  [
    'calldate,clid,src,channel,lastdata,uniqueid\n"2026-11-28 09:14:20","""Ana"" <2001>",2001,PJSIP/2001-00000001,"PJSIP/2002,30",1764321260.12\n"2026-11-28 09:16:20","""Bo"" <2003>",2003,PJSIP/2003-00000003,"PJSIP/2002,30",1764321380.15',
    ['1764321260.12', '1764321380.15'],
  ],
  [
    'call_date\tphone_number_dialed\tcampaign_id\tlead_id\tuniqueid\n2026-11-28\t15550101\tOUT1\t48213\tV-1\n2026-11-28\t15550102\tOUT1\t48214\tV-2',
    ['V-1', 'V-2'],
  ],
  [
    `"Conversation ID","ANI","Session ID"\n"${uuid(1)}","tel:+49301","${uuid(7)}"\n"${uuid(2)}","tel:+49302","${uuid(8)}"`,
    [uuid(1), uuid(2)],
  ],
  ['Call ID:\tcall-kv1\nStatus:\tfailed\nCustomer:\tMeier', ['call-kv1']],
  ['Call ID,Seconds\ncall-tr1,3\ncall-tr2,4\nTotal records: 2,', ['call-tr1', 'call-tr2']],
  [`${uuid(1)}, 1764321260.12, 12345678`, [uuid(1), '1764321260.12', '12345678']],
  ['call–ww1\ncall‑ww2', ['call-ww1', 'call-ww2']],
  ['<p>See <b>call-ht1</b><br>and call-ht2</p>', ['call-ht1', 'call-ht2']],
  // A mail in French, Portuguese and Italian.
  [
    'Bonjour Anne,\nmerci de vérifier call-7a01, call-7a02 et call-7a03.\nCdt, Luc',
    ['call-7a01', 'call-7a02', 'call-7a03'],
  ],
  ['Olá, segue: call-7b01, call-7b02;\nObrigado, João', ['call-7b01', 'call-7b02']],
  ['Ciao Anna, guarda call-7c01 (cliente Rossi), poi call-7c02!\nGrazie, Luca', ['call-7c01', 'call-7c02']],
  [
    'Pedido A-20934: call-7d01, call-7d02, call-7d03, call-7d04\nObrigado, Ana',
    ['call-7d01', 'call-7d02', 'call-7d03', 'call-7d04'],
    ['A-20934'],
  ],
  // No names of a signature.
  [
    'Anruf-ID\tKunde\ncall-ll1001\tVolksbank\ncall-ll1002\tEDEKA\n\nRegards\nAnna-Lena\nSupport-Team',
    ['call-ll1001', 'call-ll1002'],
  ],
  ['call-ll1001\ncall-ll1002\n\nBest\nAnna-Lena\nSupport-Team', ['call-ll1001', 'call-ll1002']],
  ['call-1\ncall-2\nsample-ended', ['call-1', 'call-2', 'sample-ended']],
  ['- call-7g01 (Fa. Müller)\n- call-7g02 (Kd-Nr. 100234)', ['call-7g01', 'call-7g02'], ['100234']],
  ['27-Nov-2026, call-7e01, falló\n28-Nov-2026, call-7e02, falló', ['call-7e01', 'call-7e02']],
  [
    'Llámalo al 612345678, es la call-7f01\nY la call-7f02, gracias',
    ['call-7f01', 'call-7f02'],
    ['612345678'],
  ],
  ['Hans Müller  [16:02]\ncall-8a01, bitte\nPetra  [16:03]\nok, und call-8a02', ['call-8a01', 'call-8a02']],
  [
    '[27.11.2026 16:02] Hans: call-8b01\n[27.11.2026 16:03] Petra: call-8b02, call-8b03',
    ['call-8b01', 'call-8b02', 'call-8b03'],
  ],
  [
    '11/27/26, 4:02 PM - Ana: see call-8c01\n11/27/26, 4:03 PM - Bo: and call-8c02, ok',
    ['call-8c01', 'call-8c02'],
  ],
  [
    '|SUP-1|call-8d01|open|\n|SUP-2|call-8d02|open|\n|SUP-3|call-8d03|open|',
    ['call-8d01', 'call-8d02', 'call-8d03'],
  ],
  ['||Key||Call ID||\n|SUP-1|call-8e01|\n|SUP-2|call-8e02|', ['call-8e01', 'call-8e02']],
  [
    'Nov 27 16:02:11 pbx1 dialer[1234]: call call-8f01 failed, code 480\nNov 27 16:02:12 pbx1 dialer[1234]: call call-8f02 failed, code 480',
    ['call-8f01', 'call-8f02'],
  ],
  ['{"ts":"16:02","callId":"call-9a01"}\n{"ts":"16:03","callId":"call-9a02"}', ['call-9a01', 'call-9a02']],
  [
    "curl -H 'Authorization: Bearer x' 'https://pbx.example/api/v3/call_status?callId=call-9b01'",
    ['call-9b01'],
  ],
  ['- call-9c01, kein Ton\n- call-9c02, abgebrochen', ['call-9c01', 'call-9c02']],
  ['通話: call-9d01、call-9d02。\n田中', ['call-9d01', 'call-9d02']],
  ['客户张三的通话call-9e01断了，请查call-9e02。', ['call-9e01', 'call-9e02']],
  ['27.11.2026;Müller;call-9f01\n28.11.2026;Meier;call-9f02\n28.11.2026;;', ['call-9f01', 'call-9f02']],
  ['Kundin "Schmidt", call-ab01\n"Danke, sagt sie", und call-ab02', ['call-ab01', 'call-ab02']],
  ['Ref:call-ac01 y ref:call-ac02', ['call-ac01', 'call-ac02']],
];

test('finds the calls of what is pasted', () =>
  expectRows(
    PASTED,
    async ([text]) => {
      const list = await readList({ kind: 'text', text }, WANTED_COLUMNS, new AbortController().signal);
      if (typeof list === 'string') throw new Error(list);
      const { fresh, leftOut } = readListedIds(list, guessOptions(list, origin), context);
      const unlike = leftOut.filter(({ reason }) => reason === 'Looks different from the other IDs');
      const typed = readTypedText(text, origin);
      const isPreviewed = needsPreview(typed, origin);
      return [fresh, unlike.map((one) => one.text), isPreviewed ? fresh : readTypedIds(typed, context).fresh];
    },
    ([, ids, leftOut = []]) => [ids, leftOut, ids],
  ));
