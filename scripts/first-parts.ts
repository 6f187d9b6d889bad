import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;
type Bundle = Rolldown.OutputBundle;

const FIRST = 'src/first.ts';

/** The entry imports it late, so Vite's page doesn't name it. */
const RENDERER = 'react-dom/client.js';
const ENTRY_SCRIPT = /<script type="module".*?<\/script>/;

/** Lets V8 compile all functions of a file beside the main thread. Otherwise it compiles each when it is first called. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';

/**
 * What a start needs besides the entry, by the beginning of its path (with `$`, by the whole path). So `calls/x` needs the
 * first three. `sign-in` is for users without tokens.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '': ['src/app/Console.tsx'],
  calls: ['src/features/calls/CallsPage.tsx', 'src/features/calls/board/board.ts'],
  'calls/': ['src/features/calls/detail/CallDetail.tsx'],
  webhooks: ['src/features/webhooks/WebhooksPage.tsx', 'src/log/queries.ts'],
  webhooks$: ['src/features/webhooks/pair/OnePair.tsx'],
  'webhooks/bulk': ['src/features/webhooks/BulkPage.tsx'],
  'webhooks/campaigns': ['src/features/webhooks/campaigns/Campaigns.tsx'],
  provider: ['src/features/provider/ProviderPage.tsx'],
  'sign-in': ['oidc-client-ts/dist/esm/oidc-client-ts.js', 'src/auth/silent.ts'],
};

const listChunks = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === 'chunk');

const findChunk = (bundle: Bundle, moduleEnd: string): Chunk => {
  const found = listChunks(bundle).find((chunk) => chunk.moduleIds.some((id) => id.endsWith(moduleEnd)));
  if (!found) throw new Error(`A start needs ${moduleEnd}, which is in no chunk.`);
  return found;
};

/** The file and all that it imports statically. */
const listImports = (bundle: Bundle, root: string): string[] => {
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (seen.has(name) || chunk?.type !== 'chunk') return;
    seen.add(name);
    chunk.imports.forEach(add);
  };
  add(root);
  return [...seen];
};

/**
 * Writes into index.html the files that each route needs, for src/first.ts to preload, and into both pages the built name
 * of that script, which Vite doesn't replace: it is a plain script, not a module.
 */
export const firstParts = (): Plugin => ({
  name: 'first-parts',
  apply: 'build',
  // The files of a start begin with the comment, which is added after their names are given.
  augmentChunkHash: () => COMPILE_ALL,
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('There is no index.html.');
      const renderer = findChunk(bundle, RENDERER).fileName;
      const html = String(page.source).replace(
        ENTRY_SCRIPT,
        (script) => `${script}\n    <link rel="modulepreload" crossorigin href="/${renderer}">`,
      );
      const parts: Record<string, string[]> = {};
      for (const [part, modules] of Object.entries(PARTS)) {
        const before = Object.keys(parts).filter((shorter) => part.startsWith(shorter));
        const isAsked = (name: string) =>
          html.includes(name) || before.some((shorter) => parts[shorter]?.includes(name));
        const files = modules.flatMap((module) => listImports(bundle, findChunk(bundle, module).fileName));
        parts[part] = [...new Set(files)].filter((name) => !isAsked(name));
      }
      for (const chunk of listChunks(bundle)) {
        const isInStart =
          html.includes(chunk.fileName) || Object.values(parts).flat().includes(chunk.fileName);
        if (isInStart) chunk.code = COMPILE_ALL + chunk.code;
      }
      // Vite links the one stylesheet in every page, but the page of a silent sign-in needs none.
      const silent = bundle['auth/silent.html'];
      if (silent?.type === 'asset')
        silent.source = String(silent.source).replace(/\s*<link rel="stylesheet"[^>]*>/, '');
      const script = findChunk(bundle, FIRST).fileName;
      page.source = html.replace(
        `src="/${FIRST}"`,
        () => `src="/${script}" data-parts='${JSON.stringify(parts)}'`,
      );
      const setup = bundle['setup.html'];
      if (setup?.type === 'asset')
        setup.source = String(setup.source).replace(`src="/${FIRST}"`, () => `src="/${script}"`);
    },
  },
});
