// Prints how many tests passed and failed, read from the runner's own report.
import { readFileSync } from 'node:fs';

/** @type {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, errors: unknown[] }} */
const report = JSON.parse(readFileSync('test-results/report.json', 'utf8'));
const { expected, flaky, unexpected, skipped } = report.stats;
const failed = unexpected + report.errors.length;
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${expected + flaky} passed, ${failed} failed`);
process.exit(failed > 0 || expected === 0 ? 1 : 0);
