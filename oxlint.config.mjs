const FETCH =
  'Only api/client.ts asks the service and its own server; auth/server.ts the token endpoint; config.ts reads /config.json, new-version.ts the page, the setup page all but the service.';

const OWN_IMPORTS = {
  patterns: [
    { regex: String.raw`^\.{1,2}/(.*/)?\.\./|^\.\./`, message: 'Name another room by #src/…' },
    { regex: '^zod(?:/v[34].*)?$', message: 'Use zod/mini.' },
  ],
};
const OIDC = { name: 'oidc-client-ts', message: 'Only auth/server.ts knows oidc-client-ts.' };
const OPERATIONS = {
  group: ['#src/api/client.ts'],
  importNames: ['createService', 'ServiceClient'],
  message: "Only api/, log/ and the setup page's checks import the operations.",
};

/** @param {{ oidc?: boolean, operations?: boolean }} [allowed] */
const restricted = ({ oidc = false, operations = false } = {}) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: operations ? OWN_IMPORTS.patterns : [...OWN_IMPORTS.patterns, OPERATIONS],
      paths: oidc ? [] : [OIDC],
    },
  ],
});

/** @type {import('oxlint').OxlintConfig} */
export default {
  plugins: ['typescript', 'react', 'import', 'unicorn', 'oxc', 'jsx-a11y', 'promise'],
  jsPlugins: ['./lint/rooms.mjs'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { browser: true, es2024: true },
  rules: {
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-default-export': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-floating-promises': 'error',
    'oxc/no-barrel-file': 'error',
    'no-console': 'error',
    eqeqeq: 'error',
    'no-await-in-loop': 'off',
    'consistent-return': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-misused-spread': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-underscore-dangle': 'off',
    'promise/always-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
  },
  ignorePatterns: ['dist', 'release', 'node_modules', 'test-results', 'playwright-report'],
  overrides: [
    {
      files: ['src/**'],
      rules: {
        ...restricted(),
        'rooms/walls': 'error',
        'rooms/no-circle': 'error',
        'rooms/callers': 'error',
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: FETCH },
          { name: 'XMLHttpRequest', message: FETCH },
        ],
        'no-restricted-properties': [
          'error',
          { object: 'window', property: 'fetch', message: FETCH },
          { object: 'globalThis', property: 'fetch', message: FETCH },
          { object: 'self', property: 'fetch', message: FETCH },
        ],
      },
    },
    {
      files: [
        'src/api/**',
        'src/log/**',
        'src/features/setup/SetupPage.tsx',
        'src/**/*.test.ts',
        'src/**/testing/**',
      ],
      rules: restricted({ operations: true }),
    },
    { files: ['src/auth/server.ts'], rules: restricted({ oidc: true }) },
    {
      files: [
        'src/api/client.ts',
        'src/auth/server.ts',
        'src/config.ts',
        'src/lib/new-version.ts',
        'src/features/setup/SetupPage.tsx',
        'src/**/*.test.ts',
        'src/**/testing/**',
      ],
      rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
    },
    // Tests may import from any folder.
    {
      files: ['src/**/*.test.ts', 'src/**/testing/**'],
      rules: { 'rooms/walls': 'off', 'rooms/callers': 'off' },
    },
    {
      files: [
        '**/*.test.ts',
        'deploy/**',
        'sandbox/**',
        'scripts/**',
        'lint/**',
        'bench/**',
        'e2e/**',
        'vite.config.ts',
        'playwright.config.ts',
        '*.mjs',
      ],
      rules: {
        'no-console': 'off',
      },
      env: { node: true },
    },
  ],
};
