import { expect, test } from 'playwright/test';
import { hasLabel, mergeLabels, readLabel, readLabels } from './labels.ts';

test('labels that differ only in case are one', () => {
  expect(mergeLabels(['Alpha', 'Beta'], undefined, ['alpha', 'BETA', 'Gamma'])).toEqual([
    'Alpha',
    'Beta',
    'Gamma',
  ]);
  expect(readLabels('VIP, vip; Renewals\n Vip ')).toEqual(['VIP', 'Renewals']);
  expect(hasLabel({ labels: ['Älteste'] }, 'ÄLTESTE')).toBe(true);
  expect(hasLabel({ labels: ['VIP'] }, 'VIPs')).toBe(false);
});

test('a label is one line without separators', () => {
  expect(readLabel('  Berlin, Monday\u200B\n')).toBe('Berlin Monday');
  expect(readLabel('x'.repeat(80))).toHaveLength(60);
  expect(readLabels(' , ;')).toEqual([]);
});

test('every call passes if no label is chosen', () => {
  expect(hasLabel({}, '')).toBe(true);
  expect(hasLabel({}, 'VIP')).toBe(false);
});
