// Vite's command line with the sandbox's options (sandbox/README.md).
const OPTIONS = [
  {
    option: '--provider',
    variable: 'SANDBOX_PROVIDER',
    wanted: 'the name of a product: see docs/identity-providers.md',
  },
  {
    option: '--console',
    variable: 'SANDBOX_CONSOLE',
    wanted: 'the address of a console: see sandbox/README.md',
  },
];
const [node = '', , command = 'serve', ...given] = process.argv;
const rest = given.flatMap((word) => (/^--(provider|console)=/.test(word) ? word.split('=') : [word]));
for (const { option, variable, wanted } of OPTIONS) {
  const at = rest.indexOf(option);
  if (at < 0) continue;
  const [, value] = rest.splice(at, 2);
  if (!value) throw new Error(`${option} needs ${wanted}`);
  process.env[variable] = value;
}
process.argv = [node, 'vite', command, ...rest];
await import(new URL('../node_modules/vite/bin/vite.js', import.meta.url).href);
