/** Whole seconds. Two days ago, so that running calls count as stuck in any month. */
const START_MS = Math.floor(Date.now() / 1000 - 2 * 86_400) * 1000;
const END_MS = START_MS + 61_000;

/** `2026-11-21T10:00:00`, with `zone` at its end. */
const toIso = (epochMs: number, zone = 'Z'): string =>
  `${new Date(epochMs).toISOString().slice(0, 19)}${zone}`;

const START = toIso(START_MS);
const END = toIso(END_MS);
const TWO_HOURS_MS = 7_200_000;

const running = { status: 'in-progress', duration: 61, startTime: START };
const completed = { status: 'completed', duration: 61, startTime: START, endTime: END };
const failed = { status: 'failed', duration: 0, startTime: START, endTime: START };
const rejected = { code: 31_005, message: 'carrier rejected the call' };

export const ODD_RECORDS: Record<string, unknown> = {
  'record-iso': completed,
  'record-iso-offset': {
    ...completed,
    startTime: toIso(START_MS + TWO_HOURS_MS, '+02:00'),
    endTime: toIso(END_MS + TWO_HOURS_MS, '+02:00'),
  },
  'record-iso-local': { ...completed, startTime: toIso(START_MS, ''), endTime: toIso(END_MS, '') },
  'record-epoch-s': { ...completed, startTime: START_MS / 1000, endTime: END_MS / 1000 },
  'record-epoch-ms': { ...completed, startTime: START_MS, endTime: END_MS },
  'record-epoch-text': { ...completed, startTime: String(START_MS), endTime: String(END_MS) },
  'record-soon': { ...running, startTime: 'soon' },
  'record-nulls': { status: 'in-progress', duration: null, startTime: null, endTime: null, error: null },
  'record-blanks': { status: 'in-progress', duration: '', startTime: '', endTime: '', error: '' },
  'record-zero': { ...running, duration: 0 },
  'record-fraction': { ...running, duration: 12.5 },
  'record-negative': { ...running, duration: -3 },
  'record-huge': { ...running, duration: 1e15 },
  'record-no-duration': { status: 'in-progress', startTime: START },
  'record-duration-text': { ...running, duration: '61' },
  'record-status-only': { status: 'in-progress' },
  'record-ended-unknown': { ...completed, status: 'archived' },
  'record-placeholders': { ...running, status: 'archived', startTime: 0, endTime: '0000-00-00 00:00:00' },
  'record-unknown': { ...running, status: 'on_hold' },
  'record-case-ended': { status: 'COMPLETED', duration: 61, startTime: START },
  'record-case-running': { ...running, status: 'In_Progress' },
  'record-error-text': { ...failed, error: 'carrier rejected the call' },
  'record-error-object': { ...failed, error: rejected },
  'record-error-nested': {
    ...failed,
    error: {
      ...rejected,
      cause: {
        sip: { code: 603, reason: 'Decline' },
        attempts: [1, 2, { carrier: 'north', retried: false }],
      },
      advice: null,
    },
  },
  'record-error-empty': { ...failed, error: {} },
  'record-error-running': { ...running, error: { code: 20_101, message: 'one leg lost audio' } },
  'record-extra': {
    ...running,
    direction: 'outbound',
    tags: ['a', 'b'],
    ['__proto__']: { polluted: true },
    price: null,
  },
  'record-markup': { ...failed, status: '<img src=x onerror=alert(1)>', error: '<script>alert(1)</script>' },
  'record-long-status': { ...running, status: 'ringing-'.repeat(250) },
  'record-no-status': { duration: 61, startTime: START },
  'record-status-number': { ...running, status: 42 },
  'record-status-blank': { ...running, status: '' },
  'record-array': [running],
  'record-envelope': { data: running },
};
