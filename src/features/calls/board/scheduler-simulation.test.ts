import { expect, test } from 'playwright/test';
import {
  gapsOf,
  INTERVAL_MS,
  peakPerSecond,
  quantile,
  randomOf,
  ROUND_TRIP_MS,
  simulate,
  simulateEndless,
  type SimulatedCall,
} from './testing/simulation-kit.ts';

test('politeness: 200 calls of 30 s to 10 min cost little more than they must, and their ends show soon', async () => {
  const random = randomOf(1);
  const calls = Array.from({ length: 200 }, (_, at): SimulatedCall => ({
    id: `call-${at}`,
    endsAt: 30_000 + 570_000 * random(),
  }));
  const { advance, arrivals, noticed, mostAtOnce } = simulate(calls, 2, 50);
  await advance(620_000);
  const needed = calls.reduce((sum, { endsAt }) => sum + 1 + Math.ceil(endsAt / INTERVAL_MS), 0);
  expect(arrivals.length).toBeLessThanOrEqual(1.05 * needed);
  expect(noticed.size).toBe(200);
  const lags = calls.map(({ id, endsAt }) => (noticed.get(id) ?? Infinity) - endsAt);
  expect(quantile(lags, 0.5)).toBeLessThanOrEqual(0.55 * INTERVAL_MS + ROUND_TRIP_MS);
  expect(quantile(lags, 0.95)).toBeLessThanOrEqual(1.05 * INTERVAL_MS + ROUND_TRIP_MS);
  expect(Math.max(...lags)).toBeLessThanOrEqual(1.2 * INTERVAL_MS);
  expect(peakPerSecond(arrivals)).toBeLessThanOrEqual(50);
  expect(mostAtOnce()).toBeLessThanOrEqual(6);
  const afterEnd = calls.filter(
    ({ id, endsAt }) => arrivals.filter((each) => each.id === id && each.at >= endsAt).length !== 1,
  );
  expect(afterEnd).toEqual([]);
});

test('2,000 calls under 20 requests a second: fair to all, sooner to the 25 on the screen', async () => {
  const { ids, scheduler, advance, arrivals, mostAtOnce } = simulateEndless(2000, 3);
  const visible = ids.slice(100, 125);
  scheduler.setVisibleCalls(visible[7], visible);
  const roundMs = (2000 / 20) * 1000;
  // Not so long that a call counts as quiet.
  await advance(7 * roundMs);

  expect(peakPerSecond(arrivals)).toBeLessThanOrEqual(20);
  expect(mostAtOnce()).toBeLessThanOrEqual(6);

  const gaps = gapsOf(arrivals);
  const shares = ids.map((id) => 1 + (gaps.get(id)?.length ?? -1));
  expect(Math.min(...shares)).toBeGreaterThanOrEqual((0.8 * arrivals.length) / 2000);
  expect(quantile([...gaps.values()].flat(), 0.95)).toBeLessThanOrEqual(1.15 * roundMs);

  // Whatever changes at any moment shows within little more than a round.
  const random = randomOf(4);
  const momentsOf = new Map<string, number[]>(ids.map((id) => [id, []]));
  for (const { id, at } of arrivals) momentsOf.get(id)?.push(at);
  const lags = ids.map((id) => {
    const from = roundMs + 4 * roundMs * random();
    return (momentsOf.get(id)?.find((at) => at >= from) ?? Infinity) - from;
  });
  expect(quantile(lags, 0.95)).toBeLessThanOrEqual(1.1 * roundMs);

  const onScreen = visible.flatMap((id) => gaps.get(id) ?? []);
  expect(quantile(onScreen, 0.95)).toBeLessThanOrEqual(20_000);
  // The opened call is served at its own time, and the most that it waits for is its turn in the pace.
  expect(quantile(gaps.get(visible[7] ?? '') ?? [], 0.95)).toBeLessThanOrEqual(1.05 * INTERVAL_MS + 1500);
  const outOfTurn = visible.reduce((sum, id) => sum + (gaps.get(id)?.length ?? 0), 0) - 25 * 6;
  expect(outOfTurn / arrivals.length).toBeLessThanOrEqual(0.08);
});

test('whoever scrolls through thousands of calls all day takes no more than the share from the others', async () => {
  const { ids, scheduler, advance, arrivals } = simulateEndless(1000, 5);
  for (let second = 0; second < 400; second += 1) {
    const at = (second * 37) % 500;
    scheduler.setVisibleCalls(ids[at], ids.slice(at, at + 40));
    await advance(1000);
  }
  const gaps = gapsOf(arrivals);
  const unattended = ids.slice(540).map((id) => 1 + (gaps.get(id)?.length ?? -1));
  expect(Math.min(...unattended)).toBeGreaterThanOrEqual((0.8 * arrivals.length) / 1000);
});

test('without pressure attention changes nothing: every call at its interval', async () => {
  const { ids, scheduler, advance, arrivals } = simulateEndless(50, 6);
  scheduler.setVisibleCalls(ids[0], ids.slice(0, 25));
  await advance(300_000);
  for (const gaps of gapsOf(arrivals).values()) {
    expect(quantile(gaps, 0)).toBeGreaterThanOrEqual(0.95 * INTERVAL_MS);
    expect(quantile(gaps, 1)).toBeLessThanOrEqual(1.05 * INTERVAL_MS + 1500);
  }
});

test('asked to wait in the middle: nothing goes, then all go on, nothing lost and nothing doubled', async () => {
  const { pace, advance, arrivals } = simulateEndless(300, 7);
  await advance(60_000);
  pace.hold(45_000);
  await advance(45_000);
  // What had left before the hold began.
  const during = arrivals.filter(({ at }) => at > 60_050 && at < 105_000);
  expect(during).toEqual([]);
  await advance(60_000);
  expect(peakPerSecond(arrivals)).toBeLessThanOrEqual(20);
  const before = arrivals.filter(({ at }) => at < 105_000);
  const after = arrivals.filter(({ at }) => at >= 105_000);
  const firstRound = after.slice(0, 300).map(({ id }) => id);
  expect(new Set(firstRound).size).toBe(300);
  const lastAt = new Map(before.map(({ id, at }) => [id, at]));
  const order = firstRound.map((id) => lastAt.get(id) ?? 0);
  // In the order in which they were due, but for the jitter of the interval and the way.
  order.forEach((at, index) => {
    expect(Math.max(...order.slice(0, index + 1)) - at).toBeLessThanOrEqual(0.1 * INTERVAL_MS + 350);
  });
});
