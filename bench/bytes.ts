import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const KB = 1000;

/**
 * What a person's browser has to load, and how much it may be: brotli bytes, in kB of 1,000. A wide fence against
 * accidents; what the console answers for is people's time.
 */
const BUDGETS = {
  signedOutJs: 95 * KB,
  deepLinkJs: 155 * KB,
  /** The board of somebody who watches calls, one of them open. */
  openedJs: 180 * KB,
  /** Many pairs at once: typing them, checking them, and a run. */
  bulkJs: 180 * KB,
  css: 20 * KB,
};

/** What each area brings. The board comes along elsewhere only where calls are watched already. */
const AREAS = {
  calls: ['src/features/calls/CallsPage.tsx', 'src/features/calls/board/board.ts'],
  webhooks: ['src/features/webhooks/WebhooksPage.tsx'],
  provider: ['src/features/provider/ProviderPage.tsx'],
};

/** Compressing takes seconds, and most files count in several lines. */
const sizes = new Map<string | Uint8Array, number>();
const size = (content: string | Uint8Array): number => {
  const known = sizes.get(content) ?? brotliCompressSync(content).length;
  sizes.set(content, known);
  return known;
};

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === 'chunk');

const holding = (bundle: Bundle, moduleEnd: string): Chunk => {
  const found = chunksOf(bundle).find((chunk) => chunk.moduleIds.some((id) => id.endsWith(moduleEnd)));
  if (!found) throw new Error(`No chunk holds ${moduleEnd}: the byte budget can't be measured`);
  return found;
};

/** The chunks and everything that they import statically. */
const closure = (bundle: Bundle, roots: readonly Chunk[]): Set<Chunk> => {
  const seen = new Set<Chunk>();
  const add = (chunk: Chunk) => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  roots.forEach(add);
  return seen;
};

const jsOf = (chunks: Iterable<Chunk>): number =>
  [...chunks].reduce((sum, chunk) => sum + size(chunk.code), 0);

const BULK = [
  ...AREAS.webhooks,
  'src/features/webhooks/BulkPage.tsx',
  'src/features/webhooks/run/screen/RunScreen.tsx',
  'src/features/webhooks/run/runner-of.ts',
];

const OPENED = [
  ...AREAS.calls,
  'src/features/calls/BoardView.tsx',
  'src/features/calls/detail/CallDetail.tsx',
];

/** Lines of the table: what is loaded, its bytes and its budget. */
export const weigh = (bundle: Bundle): { what: string; bytes: number; budget: number }[] => {
  const entry = holding(bundle, 'src/main.tsx');
  const signedIn = [entry, holding(bundle, 'src/app/Console.tsx'), holding(bundle, 'oidc-client-ts.js')];
  const signedOut = [entry, holding(bundle, 'src/auth/SignInPage.tsx')];
  const page = bundle['index.html'];
  const html = page?.type === 'asset' ? String(page.source) : '';
  // Parts that are loaded on demand bring their own styles.
  const css = Object.values(bundle).filter(
    (file) => file.type === 'asset' && file.fileName.endsWith('.css') && html.includes(file.fileName),
  );
  return [
    {
      what: 'JavaScript, signed-out page',
      bytes: jsOf(closure(bundle, signedOut)),
      budget: BUDGETS.signedOutJs,
    },
    ...Object.entries(AREAS).map(([area, modules]) => ({
      what: `JavaScript, cold deep link into ${area}`,
      bytes: jsOf(closure(bundle, [...signedIn, ...modules.map((module) => holding(bundle, module))])),
      budget: BUDGETS.deepLinkJs,
    })),
    {
      what: 'JavaScript, cold deep link to a call and its detail',
      bytes: jsOf(closure(bundle, [...signedIn, ...OPENED.map((module) => holding(bundle, module))])),
      budget: BUDGETS.openedJs,
    },
    {
      what: 'JavaScript, cold deep link to a run of many pairs',
      bytes: jsOf(closure(bundle, [...signedIn, ...BULK.map((module) => holding(bundle, module))])),
      budget: BUDGETS.bulkJs,
    },
    {
      what: 'CSS of every page',
      bytes: css.reduce((sum, file) => sum + (file.type === 'asset' ? size(file.source) : 0), 0),
      budget: BUDGETS.css,
    },
  ];
};

/** Prints the bytes of a build beside their budgets, and fails the build where one is overrun. */
export const byteBudget = (): Plugin => ({
  name: 'byte-budget',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const lines = weigh(bundle);
      for (const { what, bytes, budget } of lines) {
        this.info(`${what}: ${(bytes / KB).toFixed(1)} of ${budget / KB} kB brotli`);
      }
      const over = lines.filter(({ bytes, budget }) => bytes > budget);
      if (over.length > 0) this.error(`Over the byte budget: ${over.map(({ what }) => what).join('; ')}`);
    },
  },
});
