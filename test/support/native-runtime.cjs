const { createRequire, isBuiltin } = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '..', '..');

/**
 * Jest's runtime for tests of the built product. Jest loads each test file in a separate context. Node loads what the
 * file imports (product, support and packages) once per worker process, as in production; our code comes from dist/.
 * Loading everything in each context took a third of all the CPU time of tests. Module state lasts as long as the
 * worker, and `jest.mock` and `jest.useFakeTimers` do not affect it (`mock.timers` of node:test does).
 */
module.exports = class NativeRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    if (name === '@jest/globals' || isBuiltin(name) || name.endsWith('.json'))
      return super.requireModuleOrMock(from, name);
    if (!name.startsWith('.')) return createRequire(from)(name);
    return require(join(ROOT, 'dist', relative(ROOT, resolve(dirname(from), name))));
  }
};
