import { expect, test } from 'playwright/test';
import { layOutPlot, type StatusInterval } from './history.ts';

const NOON = Date.UTC(2025, 10, 21, 12);
const at = (seconds: number) => NOON + seconds * 1000;
const status = (name: string, from: number, until: number): StatusInterval => ({
  kind: 'status',
  status: name,
  from: at(from),
  until: at(until),
});

test('draws a lane for each status, up to now', () => {
  const intervals = [status('queued', 0, 5), status('ringing', 10, 15), status('queued', 20, 95)];
  expect(layOutPlot(intervals, at(100), true)).toMatchObject({
    lanes: ['queued', 'ringing'],
    bars: [
      { lane: 0, x: 0, width: 10 },
      { lane: 1, x: 10, width: 10 },
      { lane: 0, x: 20, width: 80 },
    ],
  });
});

test('leaves out the time without an answer', () => {
  const { bars } = layOutPlot(
    [
      status('in-progress', 0, 10),
      { kind: 'gap', from: at(10), until: at(50) },
      status('in-progress', 50, 60),
      { kind: 'failure', word: 'timeout', from: at(65), until: at(80) },
    ],
    at(100),
    false,
  );
  expect(bars).toEqual([
    { lane: 0, x: 0, width: 10 },
    { lane: 0, x: 50, width: 10 },
  ]);
});

test('draws an end at the check that saw it', () => {
  const intervals = [status('in-progress', 0, 55), status('completed', 60, 60)];
  expect(layOutPlot(intervals, at(60), false).bars).toEqual([
    { lane: 0, x: 0, width: 100 },
    { lane: 1, x: 99, width: 1 },
  ]);
});
