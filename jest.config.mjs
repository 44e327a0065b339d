/**
 * The suffix of a test file names its tier: `.spec.ts` needs nothing, `.int.spec.ts` needs PostgreSQL and Redis,
 * `.e2e.spec.ts` runs the whole system. `TEST_TIER` selects one tier; the default is all.
 */
const tiers = {
  unit: { testRegex: '(?<!\\.int|\\.e2e)\\.spec\\.ts$' },
  service: { testRegex: '\\.int\\.spec\\.ts$' },
  system: {
    testRegex: '\\.e2e\\.spec\\.ts$',
    globalSetup: '<rootDir>/apps/gateway-e2e/jest/lend-system.mjs',
    globalTeardown: '<rootDir>/apps/gateway-e2e/jest/end-lent-system.mjs',
  },
};
const tier = process.env.TEST_TIER;
if (tier !== undefined && !(tier in tiers)) {
  throw new Error(`TEST_TIER is "${tier}"; use one of ${Object.keys(tiers).join(', ')}.`);
}

export default {
  rootDir: import.meta.dirname ?? process.cwd(),
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/bench'],
  ...(tier === undefined ? { ...tiers.system, testRegex: '\\.spec\\.ts$' } : tiers[tier]),
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  testEnvironment: '<rootDir>/tools/jest/environment.mjs',
  runtime: '<rootDir>/tools/jest/runtime.mjs',
  // The rest is for isolated files: Node loads the others.
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/(apps|libs)/[^/]+/dist', '<rootDir>/(tools|bench)/dist', '<rootDir>/\\.local'],
  coverageProvider: 'v8',
  // Ends tests that hang. Tests of servers run several at once, so each is slow at times.
  testTimeout: { unit: 20_000, service: 60_000 }[tier] ?? 120_000,
};
