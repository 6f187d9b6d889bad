import { expect, test } from 'playwright/test';
import { callCommands, matching, type Command } from './commands.ts';

const command = (label: string, more: Partial<Command> = {}): Command => ({
  label,
  icon: 'calls',
  run: () => undefined,
  ...more,
});

test('commands are found by every word of a text, in their label, their hint or beside them; empty groups are left out', () => {
  const groups = [
    { title: 'Go to', commands: [command('Calls'), command('Webhooks', { words: 'attach pair' })] },
    { title: 'Runs', commands: [command('Attaching 312 pairs', { hint: 'renewals.csv' })] },
  ];
  const found = (text: string) =>
    matching(groups, text).map(({ title, commands }) => [title].concat(commands.map(({ label }) => label)));
  expect(found('')).toEqual([
    ['Go to', 'Calls', 'Webhooks'],
    ['Runs', 'Attaching 312 pairs'],
  ]);
  expect(found('PAIR attach')).toEqual([
    ['Go to', 'Webhooks'],
    ['Runs', 'Attaching 312 pairs'],
  ]);
  expect(found('renewals')).toEqual([['Runs', 'Attaching 312 pairs']]);
  expect(found('pair calls')).toEqual([]);
});

const WATCHED = ['call-1', 'call-2', 'CALL-3', ...Array.from({ length: 20 }, (_, at) => `many-${at}`)];

const callsFor = (text: string, search = '') => {
  const gone: string[] = [];
  const commands = callCommands(text, {
    ids: WATCHED,
    isWatched: (id) => WATCHED.includes(id),
    wordOf: (id) => (id === 'call-2' ? 'Completed' : undefined),
    origin: 'https://console.example',
    viewSearch: () => search,
    go: (path) => gone.push(path),
  });
  for (const { run } of commands) run();
  return commands.map(({ label, id, hint }, at) => [label, id, hint, gone[at]]);
};

test('a text that is part of a watched ID opens the call, and may be a new one', () => {
  expect(callsFor(' CALL-3 ')).toEqual([['Open call', 'CALL-3', undefined, '/calls/CALL-3']]);
  expect(callsFor('all-2')).toEqual([
    ['Open call', 'call-2', 'Completed', '/calls/call-2'],
    ['Watch call', 'all-2', undefined, '/calls/all-2'],
  ]);
  expect(callsFor('many-1').map(([label, id]) => `${label} ${id}`)).toEqual([
    'Open call many-1',
    ...[10, 11, 12, 13, 14].map((at) => `Open call many-${at}`),
  ]);
  expect(callsFor('a/b?c#d').at(-1)?.[3]).toBe('/calls/a%2Fb%3Fc%23d');
});

test('calls are opened in the view that is shown', () => {
  expect(callsFor('all-2', '?show=failed').map(([, , , path]) => path)).toEqual([
    '/calls/call-2?show=failed',
    '/calls/all-2?show=failed',
  ]);
  expect(callsFor('new-1 new-2', '?show=failed&sort=id').map(([, , , path]) => path)).toEqual([
    '/calls?id=new-1&id=new-2&show=failed&sort=id',
  ]);
});

test('several IDs go to the board in one link, as do those of a pasted link; what can’t be sent is not offered', () => {
  expect(callsFor('new-1, new-2')).toEqual([
    ['Watch 2 calls…', undefined, undefined, '/calls?id=new-1&id=new-2'],
  ]);
  expect(callsFor('https://console.example/calls/linked')).toEqual([
    ['Watch call', 'linked', undefined, '/calls/linked'],
  ]);
  expect(callsFor('')).toEqual([]);
  expect(callsFor('"')).toEqual([]);
  expect(callsFor('\uD800')).toEqual([]);
  expect(callsFor(Array.from({ length: 2000 }, (_, at) => `n-${at}`).join(' '))).toEqual([]);
});
