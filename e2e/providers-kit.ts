import { preview } from 'vite';
import { test as base } from './fixtures.ts';

export { expect, signInAtServer } from './fixtures.ts';

type ServerFixtures = {
  /** The product that the sandbox is like. */
  provider: string;
  origin: string;
};

/** The built console with a sandbox that acts like one product. */
export const test = base.extend<ServerFixtures>({
  provider: ['', { option: true }],
  origin: async ({ provider }, use, { parallelIndex }) => {
    const port = Number(process.env['TEST_PORT'] ?? 4273) + 3 * parallelIndex;
    process.env['SANDBOX_PROVIDER'] = provider;
    const server = await preview({ preview: { port, strictPort: true }, logLevel: 'silent' });
    await use(`http://localhost:${port}`);
    await server.close();
  },
  baseURL: async ({ origin }, use) => use(origin),
});
