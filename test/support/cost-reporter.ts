import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { AggregatedResult, Reporter, TestContext, TestResult } from '@jest/reporters';
import { PACKAGE_ROOT } from '../../base/package-root';
import { cpuSecondsOfTree } from './process-tree';

/** Environment variable with the path of a file. The test environment appends each test file's cost to it. */
export const COSTS_FILE = 'NOI_TEST_COSTS';

/** Cost of a test file: CPU time of its Jest worker and the worker's children, without the shared servers. */
export interface FileCost {
  path: string;
  cpuSeconds: number;
}

const MOST_EXPENSIVE = 10;
const { testCpuMinutes: BOUND } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test', 'budget.json'), 'utf8')) as {
  testCpuMinutes: number;
};

/** Prints the cost of the tests at the end of a run, by project and for the most expensive test files. Needs /proc. */
export default class CostReporter implements Pick<Reporter, 'onRunComplete'> {
  private readonly begun = Date.now();
  private readonly folder = mkdtempSync(join(tmpdir(), 'noi-costs-'));
  private readonly files: { path: string; project: string; wall: number }[] = [];

  constructor() {
    process.env[COSTS_FILE] = join(this.folder, 'costs');
  }

  onTestResult({ context }: { context: TestContext }, { testFilePath, perfStats }: TestResult): void {
    const project = context.config.displayName?.name ?? '';
    this.files.push({ path: relative(PACKAGE_ROOT, testFilePath), project, wall: perfStats.runtime / 1_000 });
  }

  onRunComplete(_contexts: Set<TestContext>, { numTotalTestSuites }: AggregatedResult): void {
    const costs = this.readCosts();
    rmSync(this.folder, { recursive: true, force: true });
    if (numTotalTestSuites < 2) return;
    const whole = cpuSecondsOfTree(process.pid) ?? 0;
    const files = this.files.map((file) => ({ ...file, cpu: costs.get(file.path) ?? 0 }));
    const sum = (some: typeof files, of: 'cpu' | 'wall') => some.reduce((total, file) => total + file[of], 0);
    const projects = [...new Set(files.map(({ project }) => project))].toSorted().map((project) => {
      const own = files.filter((file) => file.project === project);
      return row(`${project} (${own.length} files)`, sum(own, 'wall'), sum(own, 'cpu'));
    });
    const slowest = files.toSorted((one, other) => other.cpu - one.cpu).slice(0, MOST_EXPENSIVE);
    const lines = [
      `cost: ${((Date.now() - this.begun) / 60_000).toFixed(1)} min wall, ${(whole / 60).toFixed(1)} min CPU (bound of npm test: ${BOUND})`,
      ...projects,
      row('servers of all tests, Jest', 0, whole - sum(files, 'cpu')),
      'files that cost the most',
      ...slowest.map(({ path, wall, cpu }) => row(path, wall, cpu)),
    ];
    process.stderr.write(`\n${lines.join('\n')}\n`);
  }

  private readCosts(): Map<string, number> {
    try {
      const lines = readFileSync(process.env[COSTS_FILE]!, 'utf8').trim().split('\n');
      return new Map(lines.map((line) => JSON.parse(line) as FileCost).map((cost) => [cost.path, cost.cpuSeconds]));
    } catch {
      return new Map();
    }
  }
}

function row(name: string, wall: number, cpu: number): string {
  return `${name.padEnd(50)} ${wall.toFixed(1).padStart(8)} s wall ${cpu.toFixed(1).padStart(8)} s CPU`;
}
