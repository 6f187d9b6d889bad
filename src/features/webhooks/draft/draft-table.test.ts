import { expect, test } from 'playwright/test';
import { linesOf, read } from './testing/draft-kit.ts';

const TABLES: [name: string, text: string, lines: string[]][] = [
  [
    'a blank after the comma',
    'cmp 1, wh 1\ncmp 2, wh 2\n',
    ['1 [cmp 1] [wh 1] ready', '2 [cmp 2] [wh 2] ready'],
  ],
  [
    'a quote after a blank as a line with an error',
    '"c,1", "w 1"\n"c2",w2',
    ['1 ["c,1", "w 1"] [] quotes', '2 [c2] [w2] ready'],
  ],
  ['a tab', 'c1\tw1\nc2\tw2', ['1 [c1] [w1] ready', '2 [c2] [w2] ready']],
  ['spaces', 'c1   w1\n  c2 w2  \n', ['1 [c1] [w1] ready', '2 [c2] [w2] ready']],
  ['pipes', 'c1|w1\nc2|w2', ['1 [c1] [w1] ready', '2 [c2] [w2] ready']],
  [
    'commas within IDs, semicolons between',
    'c,1;w1\nc2;w,2,3',
    ['1 [c,1] [w1] ready', '2 [c2] [w,2,3] ready'],
  ],
  [
    'a line break within quotes',
    '"c\n1",w1\nc2,w2',
    ['1 [c\n1] [w1] unsendable campaign', '3 [c2] [w2] ready'],
  ],
  ['leading zeros, unicode', '007,wéb🪝\nÑ-1,0', ['1 [007] [wéb🪝] ready', '2 [Ñ-1] [0] ready']],
  ['white space around', '\u200b c1\u00a0,\u3000w1 \nc2,w2', ['1 [c1] [w1] ready', '2 [c2] [w2] ready']],
  [
    'an apostrophe before what a spreadsheet would run, as it stands',
    "campaign,webhook\n'-abc,w1\n'=c,'-w\n'c,w'",
    ['1 [campaign] [webhook] header', "2 ['-abc] [w1] ready", "3 ['=c] ['-w] ready", "4 ['c] [w'] ready"],
  ],
  [
    'the guards of an own export',
    "line,operation,campaignId,webhookId,outcome,status,durationMs\n1,attach,'=c,''-w,accepted,200,1",
    ['1 [campaignId] [webhookId] header', "2 [=c] ['-w] ready"],
  ],
  [
    'a quote after a blank that is not closed',
    'c1,w1\nc2, "w2\nc3,w3',
    ['1 [c1] [w1] ready', '2 [c2, "w2] [] quotes', '3 [c3] [w3] ready'],
  ],
  [
    'a quote that is never closed',
    'campaign,webhook,note\nc1,w1,x\nc2,w2,"x\nc3,w3,x',
    ['1 [campaign] [webhook] header', '2 [c1] [w1] ready', '3 [c2,w2,"x] [] quotes', '4 [c3] [w3] ready'],
  ],
  [
    'a header in two words each',
    'Campaign ID\tWebhook ID\nc1\tw1',
    ['1 [Campaign ID] [Webhook ID] header', '2 [c1] [w1] ready'],
  ],
  ['columns the other way round', 'hook;cmp\nw1;c1', ['1 [cmp] [hook] header', '2 [c1] [w1] ready']],
  ['one column named', 'from,Webhook ID\nc1,w1', ['1 [from] [Webhook ID] header', '2 [c1] [w1] ready']],
  ['a short name alone is an ID', 'c1,wh\nc2,w2', ['1 [c1] [wh] ready', '2 [c2] [w2] ready']],
  [
    'the ID before the name',
    'Campaign,Campaign ID,Webhook\nSpring,c1,w1',
    ['1 [Campaign ID] [Webhook] header', '2 [c1] [w1] ready'],
  ],
  ['no column named, the first one empty', ',c1,w1\n,c2,w2', ['1 [c1] [w1] ready', '2 [c2] [w2] ready']],
  ['one column', 'c1\nc2\n', ['1 [c1] [] missing webhook', '2 [c2] [] missing webhook']],
  [
    'a missing value on each side',
    'c1,w1\nc2,\n,w3\nc4',
    [
      '1 [c1] [w1] ready',
      '2 [c2] [] missing webhook',
      '3 [] [w3] missing campaign',
      '4 [c4] [] missing webhook',
    ],
  ],
  [
    'a value too many',
    'c1;w1\nc2;w2; w3\nc4;w4',
    ['1 [c1] [w1] ready', '2 [c2] [w2, w3] values 3 of 2', '3 [c4] [w4] ready'],
  ],
  [
    'a comma after every line',
    'c1,w1,\nc2,w2,\nc3,w3',
    ['1 [c1] [w1] ready', '2 [c2] [w2] ready', '3 [c3] [w3] ready'],
  ],
  [
    'three columns',
    'c1,w1,x\nc2,w2\nc3,w3,y\nc4,w4,y,z',
    ['1 [c1] [w1] ready', '2 [c2] [w2] values 2 of 3', '3 [c3] [w3] ready', '4 [c4] [w4, y] values 4 of 3'],
  ],
  [
    'mixed separators',
    'c1,w1\nc2,w2\nc3;w3\nc4 w4',
    [
      '1 [c1] [w1] ready',
      '2 [c2] [w2] ready',
      '3 [c3;w3] [] missing webhook',
      '4 [c4 w4] [] missing webhook',
    ],
  ],
  ['the same two IDs the other way round', 'a,b\nb,a', ['1 [a] [b] ready', '2 [b] [a] ready']],
  [
    'half of a surrogate pair',
    'c\ud800,w1\nc2,w2',
    ['1 [c\ud800] [w1] unsendable campaign', '2 [c2] [w2] ready'],
  ],
];

for (const [name, text, lines] of TABLES) {
  test(`reads ${name}`, async () => {
    expect(linesOf(await read(text))).toEqual(lines);
  });
}
