import { styleText } from 'node:util';
import { SAMPLE_PEOPLE } from './people.ts';
import type { Sandbox } from './start.ts';

type Format = Parameters<typeof styleText>[0];

const TRY: readonly [string, string][] = [
  ['sample-completes', 'a call that runs for 40 s'],
  ['sample-fails-object', 'a call that fails'],
  ['later-fail-500', 'checks that fail after the first'],
  ['slow-4000', 'an answer after 4 s (any ID, account SID too)'],
  ['drop-after', 'done, but no answer comes back'],
];

export const welcome = ({ home, issuer, serviceOrigin }: Sandbox): string => {
  const coloured = process.stdout.isTTY && !process.env['NO_COLOR'];
  const style = (format: Format, text: string) => (coloured ? styleText(format, text) : text);
  const dim = (text: string) => style('dim', text);
  const row = (label: string, text: string) => `  ${dim(label.padEnd(12))}${text}`;
  const people = SAMPLE_PEOPLE.map(({ name, role }) => `${name} ${dim(`(${role})`)}`).join(', ');
  return [
    '',
    `  ${style('bold', 'Telephony Campaign Console')}  ${style(['bold', 'cyan'], home)}`,
    '',
    row('sign in as', `${people}, or any name`),
    ...TRY.map(([id, meaning], index) =>
      row(index === 0 ? 'then try' : '', `${style('cyan', id.padEnd(21))}${meaning}`),
    ),
    row('', dim('every failure on demand: sandbox/README.md')),
    '',
    row('sign-in', dim(issuer)),
    row('service', dim(serviceOrigin)),
    row('', 'Ctrl C ends all'),
    '',
  ].join('\n');
};
