// Generates docs/configuration.md. With Vite's runner, since Node 20 doesn't read TypeScript.
import { writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

/** @type {{ module: typeof import('../src/testing/config-reference.ts') }} */
const { module } = await runnerImport('./src/testing/config-reference.ts', { configFile: false });
writeFileSync('docs/configuration.md', module.configReference());
