import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import fc from 'fast-check';
import { TestEnvironment } from 'jest-environment-node';
import { PACKAGE_ROOT } from '../../base/package-root';
import { COSTS_FILE, type FileCost } from './cost-reporter';
import { closeLeftovers } from './leftovers';
import { cpuSecondsOfTree } from './process-tree';
import { jestOfFile } from './use';

/** Seed for all property tests. The proof sets PROPERTY_SEED; otherwise the seed is always the same. */
const PROPERTY_SEED = Number(process.env.PROPERTY_SEED ?? 27);

/** Built-in classes that tests share with the product, so that `instanceof` works on the product's values. */
const SHARED = {
  AggregateError,
  Date,
  Error,
  EvalError,
  Map,
  RangeError,
  ReferenceError,
  Set,
  SyntaxError,
  TypeError,
  URIError,
};

/**
 * Node environment for tests whose product code loads outside their context (native-runtime.cjs). Shares the product's
 * classes and environment variables with the tests. At the end of a test file, closes what the file left open, restores
 * the environment variables and records the file's cost for the reporter.
 */
export default class ProductEnvironment extends TestEnvironment {
  private readonly env = { ...process.env };
  private readonly cpuBefore = cpuSecondsOfTree(process.pid);
  private readonly path: string;

  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    this.path = relative(PACKAGE_ROOT, given[1].testPath);
    Object.assign(this.global, SHARED);
    this.global.process.env = process.env;
    fc.configureGlobal({ seed: PROPERTY_SEED });
  }

  handleTestEvent({ name }: { name: string }): void {
    // By the `setup` event, Jest has installed its globals.
    if (name !== 'setup') return;
    const { beforeAll, beforeEach, afterEach } = this.global;
    Object.assign(jestOfFile, { beforeAll, beforeEach, afterEach });
  }

  override async teardown(): Promise<void> {
    await closeLeftovers();
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    await super.teardown();
    this.recordCost();
  }

  private recordCost(): void {
    const [file, cpu] = [process.env[COSTS_FILE], cpuSecondsOfTree(process.pid)];
    if (!file || cpu === null || this.cpuBefore === null) return;
    const cost: FileCost = { path: this.path, cpuSeconds: cpu - this.cpuBefore };
    appendFileSync(file, `${JSON.stringify(cost)}\n`);
  }
}
