// Prints how many tests passed and failed, read from the runner's own report.
import { readFileSync } from 'node:fs';

/** @typedef {{ tests: { annotations: { type: string, description?: string }[] }[] }} Spec */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
/** @type {{ stats: { expected: number, unexpected: number, skipped: number }, errors: unknown[], suites: Suite[] }} */
const report = JSON.parse(readFileSync('test-results/report.json', 'utf8'));

/** @param {Suite} suite @returns {Spec[]} */
const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

const { expected, unexpected, skipped } = report.stats;
const failed = unexpected + report.errors.length;
if (skipped > 0) console.log(`${skipped} skipped`);
const notes = report.suites
  .flatMap(listSpecs)
  .flatMap(({ tests }) => tests.flatMap((one) => one.annotations));
const reasons = notes.flatMap(({ type, description }) =>
  type === 'skip' && description ? [description] : [],
);
for (const reason of new Set(reasons)) console.log(reason);
console.log(`${expected} passed, ${failed} failed`);
process.exit(failed > 0 || expected === 0 ? 1 : 0);
