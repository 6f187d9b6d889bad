// Starts a bench: Vite's own runner, since Node 20 doesn't read TypeScript.
import { runnerImport } from 'vite';

/** @type {{ module: typeof import('./main.ts') }} */
const { module } = await runnerImport('./bench/main.ts', { configFile: false });
process.exit(await module.main(process.argv.slice(2)));
