// Makes a release of dist/: adds compressed files, and writes to release/ the tool that prepares them for a web server and
// the bill of materials.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, runnerImport } from 'vite';

const DIST = 'dist';
const RELEASE = 'release';
/** Already compressed, or compressed later for each base path. */
const NOT_COMPRESSED = /\.(?:br|gz|html|png|woff2)$/;

/** @type {{ module: typeof import('../deploy/compress.ts') }} */
const { module: compression } = await runnerImport('./deploy/compress.ts');

/** @typedef {{ name: string, version: string, identifier?: string }} Shipped as Vite lists it */
/** @typedef {{ version: string, integrity?: string, dev?: boolean }} Locked */

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const compress = () => {
  for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || NOT_COMPRESSED.test(path)) continue;
    for (const [ending, content] of compression.compress(readFileSync(path)))
      writeFileSync(path + ending, content);
  }
};

/** One file without dependencies, so that it runs on any Node. */
const bundleTool = () =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'deploy/prepare.ts',
      outDir: RELEASE,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'prepare.mjs' } },
    },
  });

/** @param {string} name @param {string} version @returns {string} the package's address (purl) */
const toPurl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {Shipped} part @param {[path: string, entry: Locked][]} locked */
const toComponent = ({ name, version, identifier }, locked) => {
  const found = locked.find(
    ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
  );
  const integrity = found?.[1].integrity;
  if (integrity === undefined) throw new Error(`${name} ${version} has no hash in the lock file.`);
  if (identifier === undefined) throw new Error(`${name} ${version} names no license.`);
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': toPurl(name, version),
    name,
    version,
    hashes: [{ alg: 'SHA-512', content }],
    licenses: [{ license: { id: identifier } }],
    purl: toPurl(name, version),
  };
};

/**
 * CycloneDX 1.6: the packages with code in the build, and their hashes in the lock file. It has no time and no serial
 * number, so that two builds are equal.
 */
const writeBillOfMaterials = () => {
  const { name, version } = readJson('package.json');
  const locked = Object.entries(readJson('package-lock.json').packages);
  /** @type {Shipped[]} */
  const shipped = readJson(join(DIST, 'licenses.json'));
  const components = shipped.map((part) => toComponent(part, locked));
  const own = toPurl(name, version);
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name, version, purl: own } },
    components,
    dependencies: [{ ref: own, dependsOn: components.map((component) => component.purl) }],
  };
  writeFileSync(join(RELEASE, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
};

compress();
await bundleTool();
writeBillOfMaterials();
