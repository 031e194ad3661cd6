const { createRequire, isBuiltin } = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '..', '..');

/**
 * Jest's runtime for tests of the built product. Jest loads the test files, anew for each; what they import, product,
 * support and packages, Node loads, once a worker process and as it runs in production: ours from dist/. (Loading it all
 * again for each file, into a context of its own, was a third of the CPU of all tests.) What a module remembers lasts as
 * long as the worker, and neither `jest.mock` nor `jest.useFakeTimers` reaches it (`mock.timers` of node:test does).
 */
module.exports = class NativeRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    if (name === '@jest/globals' || isBuiltin(name) || name.endsWith('.json'))
      return super.requireModuleOrMock(from, name);
    if (!name.startsWith('.')) return createRequire(from)(name);
    return require(join(ROOT, 'dist', relative(ROOT, resolve(dirname(from), name))));
  }
};
