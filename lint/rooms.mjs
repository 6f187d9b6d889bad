// Lint rules for the walls of docs/development/architecture.md: which room may import which, and which files may call the service.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const CALLS = 'src/features/calls';
const WEBHOOKS = 'src/features/webhooks';
const BASE = ['src/ui', 'src/storage', 'src/lists', 'src/config.ts', 'src/lib'];
const SERVICE = ['src/outcomes', 'src/log', 'src/api', 'src/auth', ...BASE];

/** @param {string} feature @param {string[]} names */
const roomsOf = (feature, ...names) => names.map((name) => `${feature}/${name}`);

/**
 * A room → the rooms that it may import. The room of a path is the longest name that it begins with.
 * @type {Record<string, readonly string[]>}
 */
const MAY_IMPORT = {
  'src/lib': [],
  'src/config.ts': ['src/lib'],
  'src/storage': ['src/lib'],
  'src/lists': ['src/ui', 'src/lib'],
  'src/ui': ['src/lib'],
  'src/auth': BASE,
  'src/api': ['src/auth', ...BASE],
  'src/log': ['src/api', 'src/auth', ...BASE],
  'src/outcomes': ['src/log', 'src/api', 'src/auth', ...BASE],

  [`${CALLS}/call`]: SERVICE,
  [`${CALLS}/board`]: [...roomsOf(CALLS, 'call'), ...SERVICE],
  [`${CALLS}/table`]: [...roomsOf(CALLS, 'board', 'call'), ...SERVICE],
  [`${CALLS}/detail`]: [...roomsOf(CALLS, 'board', 'call'), ...SERVICE],
  [`${CALLS}/summary`]: [...roomsOf(CALLS, 'board', 'call'), ...SERVICE],
  [`${CALLS}/import`]: [...roomsOf(CALLS, 'board', 'call'), ...SERVICE],
  [CALLS]: [...roomsOf(CALLS, 'table', 'detail', 'summary', 'import', 'board', 'call'), ...SERVICE],

  [`${CALLS}/area.ts`]: [CALLS, ...SERVICE],

  [`${WEBHOOKS}/change`]: SERVICE,
  [`${WEBHOOKS}/names`]: [...roomsOf(WEBHOOKS, 'change'), ...SERVICE],
  [`${WEBHOOKS}/run`]: [...roomsOf(WEBHOOKS, 'names', 'change'), ...SERVICE],
  [`${WEBHOOKS}/draft`]: [...roomsOf(WEBHOOKS, 'run', 'names', 'change'), ...SERVICE],
  [`${WEBHOOKS}/campaigns`]: [...roomsOf(WEBHOOKS, 'run', 'names', 'change'), ...SERVICE],
  [`${WEBHOOKS}/history`]: [...roomsOf(WEBHOOKS, 'run', 'names', 'change'), ...SERVICE],
  [`${WEBHOOKS}/pair`]: [...roomsOf(WEBHOOKS, 'run', 'names', 'change'), ...SERVICE],
  [WEBHOOKS]: [
    ...roomsOf(WEBHOOKS, 'pair', 'campaigns', 'history', 'draft', 'run', 'names', 'change'),
    ...SERVICE,
  ],

  [`${WEBHOOKS}/area.ts`]: [WEBHOOKS, ...SERVICE],

  'src/features/provider': SERVICE,
  'src/features/provider/area.ts': ['src/features/provider', ...SERVICE],
  'src/features/setup': SERVICE,
  // Of an area, the shell knows one file. The setup page is loaded late.
  'src/app': [
    `${CALLS}/area.ts`,
    `${WEBHOOKS}/area.ts`,
    'src/features/provider/area.ts',
    'src/features/setup/SetupPage.tsx',
    ...SERVICE,
  ],
  'src/main.tsx': ['src/app', ...SERVICE],
};

/** The methods of `createService` that send. @param {string} client its source */
const findOperations = (client) =>
  new Set(
    [...client.matchAll(/^    (\w+): (?:async )?\([^)]*options: SendOptions/gm)].map(([, name]) => name),
  );

const OPERATIONS = findOperations(readFileSync(new URL('../src/api/client.ts', import.meta.url), 'utf8'));
if (OPERATIONS.size === 0) throw new Error('lint/rooms.mjs finds no operation in src/api/client.ts');

/** The only files that may call the service: the hooks, the sender of runs, the poller's query, and a check of the setup page. */
const CALLERS = new Set([
  'src/api/hooks.ts',
  'src/features/calls/board/poller.ts',
  'src/features/setup/SetupPage.tsx',
  'src/features/webhooks/run/workspace-runner.ts',
]);

const ROOMS = Object.keys(MAY_IMPORT).toSorted((a, b) => b.length - a.length);

/** @param {string} path @param {string} room */
const isIn = (path, room) => path === room || path.startsWith(`${room}/`);

/** @param {string} path from the project's root, such as `src/ui/Button.tsx` */
const findRoom = (path) => ROOMS.find((room) => isIn(path, room));

/** Whether a file may import another one by the walls. A file of src without a room may not. @param {string} from @param {string} to */
const mayImport = (from, to) => {
  const room = findRoom(from);
  if (room === undefined) return false;
  if (!isIn(to, 'src') || room === findRoom(to)) return true;
  return MAY_IMPORT[room]?.some((allowed) => isIn(to, allowed)) ?? false;
};

/** From the project's root; undefined if the import is a package. @param {string} from @param {string} source */
const resolveImport = (from, source) => {
  const path = source.replace(/\?.*$/, '');
  if (path.startsWith('#src/')) return path.slice(1);
  return path.startsWith('.') ? posix.join(posix.dirname(from), path) : undefined;
};

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Every import of every source file: static, type-only and dynamic. @param {string} root */
const readGraph = (root) => {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const name of readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })) {
    const path = `src/${name.replaceAll('\\', '/')}`;
    if (!/\.tsx?$/.test(path)) continue;
    const text = readFileSync(`${root}/${path}`, 'utf8');
    const targets = [...text.matchAll(IMPORT)].flatMap(
      ([, source = '']) => resolveImport(path, source) ?? [],
    );
    graph.set(path, targets);
  }
  return graph;
};

/**
 * The import circle that each file is part of, if any (Tarjan's algorithm).
 * @param {Map<string, string[]>} graph
 */
const findCircles = (graph) => {
  /** @type {Map<string, string[]>} */
  const circles = new Map();
  /** @type {Map<string, { at: number, low: number }>} */
  const seen = new Map();
  /** @type {string[]} */
  const open = [];
  /** @param {string} file */
  const visit = (file) => {
    const own = { at: seen.size, low: seen.size };
    seen.set(file, own);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      const known = seen.get(next);
      if (!known) own.low = Math.min(own.low, visit(next));
      else if (open.includes(next)) own.low = Math.min(own.low, known.at);
    }
    if (own.low === own.at) {
      const circle = open.splice(open.indexOf(file));
      for (const each of circle) circles.set(each, circle);
    }
    return own.low;
  };
  for (const file of graph.keys()) if (!seen.has(file)) visit(file);
  return circles;
};

/** @type {Map<string, string[]> | undefined} */
let circles;

/** @param {any} context */
const getPath = ({ cwd, filename }) =>
  posix.relative(cwd.replaceAll('\\', '/'), filename.replaceAll('\\', '/'));

/**
 * Calls `check` for each import of a file below src, however it is written.
 * @param {(context: { path: string, target: string, report: (message: string) => void }) => void} check
 */
const eachImport = (check) => ({
  /** @param {any} context */
  create: (context) => {
    const path = getPath(context);
    /** @param {any} node */
    const visit = (node) => {
      const source = node.source ?? node.argument;
      const name = source?.value ?? source?.literal?.value;
      const target = typeof name === 'string' ? resolveImport(path, name) : undefined;
      if (target) check({ path, target, report: (message) => context.report({ node, message }) });
    };
    return {
      ImportDeclaration: visit,
      ExportNamedDeclaration: visit,
      ExportAllDeclaration: visit,
      ImportExpression: visit,
      TSImportType: visit,
    };
  },
});

/** The possible names of a property: `a.b`, `a['b']`, `a[c ? 'b' : 'd']`. @param {any} key @returns {string[]} */
const getNames = (key) => {
  if (key.type === 'ConditionalExpression') return [...getNames(key.consequent), ...getNames(key.alternate)];
  return [key.name ?? key.value];
};

/** Only {@link CALLERS} may name an operation of the service. */
const callers = {
  /** @param {any} context */
  create: (context) => {
    if (CALLERS.has(getPath(context))) return {};
    /** @param {any} node @param {any} key */
    const check = (node, key) => {
      const name = getNames(key).find((each) => OPERATIONS.has(each));
      if (name) context.report({ node, message: `${name} is called by ${[...CALLERS].join(', ')} only.` });
    };
    return {
      /** @param {any} node */
      MemberExpression: (node) => check(node, node.property),
      /** @param {any} node */
      ObjectPattern: (node) => {
        for (const property of node.properties) if (property.key) check(property, property.key);
      },
    };
  },
};

export default {
  meta: { name: 'rooms' },
  rules: {
    callers,
    walls: eachImport(({ path, target, report }) => {
      if (mayImport(path, target)) return;
      const room = findRoom(path);
      const allowed = MAY_IMPORT[room ?? '']?.join(', ') || 'nothing';
      report(
        room
          ? `${room} may not import ${findRoom(target) ?? target}, but: ${allowed}.`
          : `${path} is in no room: name one in lint/rooms.mjs.`,
      );
    }),
    'no-circle': eachImport(({ path, target, report }) => {
      circles ??= findCircles(readGraph(process.cwd()));
      const circle = circles.get(path);
      if (circle?.includes(target))
        report(`These files import each other in a circle: ${circle.join(', ')}.`);
    }),
  },
};
