import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';

const PAGE = 'setup.html';

/**
 * Builds the setup page apart and adds its files to the build: the page that says why the console doesn't load must not need
 * a file of it.
 */
export const setupPage = (shared: UserConfig): Plugin => ({
  name: 'setup-page',
  apply: 'build',
  generateBundle: {
    // The other plugins then see its files.
    order: 'pre',
    async handler(_options, bundle) {
      const built = (await build({
        ...shared,
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          ...shared.build,
          write: false,
          rolldownOptions: { input: PAGE, output: { codeSplitting: false } },
        },
      })) as Rolldown.RolldownOutput;
      for (const file of built.output) {
        // Both have the same icons.
        if (bundle[file.fileName]) continue;
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({ type: 'asset', fileName: file.fileName, source });
      }
    },
  },
});
