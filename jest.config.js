const { availableParallelism } = require('node:os');

/** One project a folder of tests, so that each part runs alone: `npx jest --selectProjects unit`. */
const shared = {
  rootDir: __dirname,
  // Tests use the product as built, and are themselves loaded by Jest: see there.
  runtime: '<rootDir>/test/support/native-runtime.cjs',
  testEnvironment: '<rootDir>/dist/test/support/environment.js',
  transform: { '\\.test\\.ts$': ['@swc/jest', { module: { type: 'commonjs' } }] },
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
  globalSetup: '<rootDir>/dist/test/support/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/support/global-teardown.js',
};

module.exports = {
  reporters: ['<rootDir>/dist/test/support/cost-reporter.js', 'default'],
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
    project('costs', realParts),
    project('journeys', realParts),
    project('browser', realParts),
    project('admin', realParts),
    project('workflow', realParts),
    project('replay', realParts),
    project('upgrade', realParts),
    project('faults', realParts),
    // Starts parts of its own.
    project('cluster'),
  ],
};
