// Stops if an engine is missing, so that none is skipped silently.
import { existsSync } from 'node:fs';
import { firefox, webkit } from 'playwright';

const missing = [firefox, webkit].filter((engine) => !existsSync(engine.executablePath()));
if (missing.length > 0) {
  const names = missing.map((engine) => engine.name());
  console.error(`NOTHING WAS TESTED. Playwright’s own build is not installed of: ${names.join(', ')}.`);
  console.error(`Install with:  npx playwright install --with-deps ${names.join(' ')}`);
  console.error('Only Playwright’s builds work, not the system’s Firefox or Safari.');
  process.exit(1);
}
