// Vite's own command line, and beside its options `--provider <name>`: the product that the sandbox's sign-in is to be like.
const [node = '', , command = 'serve', ...given] = process.argv;
const rest = given.flatMap((word) => (word.startsWith('--provider=') ? word.split('=') : [word]));
const at = rest.indexOf('--provider');
if (at >= 0) {
  const [, name] = rest.splice(at, 2);
  if (!name) throw new Error('--provider needs the name of a product: see docs/identity-providers.md');
  process.env['SANDBOX_PROVIDER'] = name;
}
process.argv = [node, 'vite', command, ...rest];
await import(new URL('../node_modules/vite/bin/vite.js', import.meta.url).href);
