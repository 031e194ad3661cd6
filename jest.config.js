const { availableParallelism } = require('node:os');

/** Settings of every project. Each folder of test/ is a project and can run alone: `npx jest --selectProjects unit`. */
const shared = {
  rootDir: __dirname,
  // Node loads the built product; Jest loads only the test files.
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

/** Settings for projects that need real servers. Jest runs a globalSetup file once for all projects. */
const realParts = {
  globalSetup: '<rootDir>/dist/test/support/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/support/global-teardown.js',
};

module.exports = {
  reporters: ['<rootDir>/dist/test/support/cost-reporter.js', 'default'],
  // These tests use real servers on a shared machine, where slow responses are normal.
  testTimeout: 180_000,
  // Tests mostly wait for processes, timers and disks, so one worker per core would leave cores idle.
  maxWorkers: availableParallelism() + 1,
  // Memory left over from a hundred test files adds up to gigabytes in one worker.
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
    // Starts its own servers, so it needs no global setup.
    project('cluster'),
  ],
};
