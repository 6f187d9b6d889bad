/**
 * How many round trips, one after the other, a page takes until it is of use: on the built app, with empty caches, by
 * `e2e/round-trips.test.ts`. A start may only get shorter: whoever shortens it lowers the number here, and
 * docs/performance.md is written from it.
 */
export const ROUND_TRIPS = {
  '/': 2,
  '/calls': 3,
  '/provider': 3,
  '/webhooks': 3,
  '/calls by silent sign-in': 7,
};
