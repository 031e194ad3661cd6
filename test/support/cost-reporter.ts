import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { AggregatedResult, Reporter, TestContext, TestResult } from '@jest/reporters';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { cpuSecondsOfTree } from './cpu';

/** Name of the variable with the file to which the environment of tests appends what each test file cost. */
export const COSTS_FILE = 'NOI_TEST_COSTS';

/** What a test file cost: CPU of its worker process and of what that started; the servers of all tests not included. */
export interface FileCost {
  path: string;
  cpuSeconds: number;
}

const MOST_EXPENSIVE = 10;

/**
 * Reporter of Jest that says at the end what the tests cost, by project and for the dearest files, so that a dear test is
 * seen when it is written. CPU is not known on systems without /proc.
 */
export default class CostReporter implements Pick<Reporter, 'onRunComplete'> {
  private readonly begun = Date.now();
  private readonly folder = mkdtempSync(join(tmpdir(), 'noi-costs-'));
  private readonly wall: { path: string; project: string; seconds: number }[] = [];

  constructor() {
    process.env[COSTS_FILE] = join(this.folder, 'costs');
  }

  onTestResult({ context }: { context: TestContext }, { testFilePath, perfStats }: TestResult): void {
    const project = context.config.displayName?.name ?? '';
    this.wall.push({ path: relative(PACKAGE_ROOT, testFilePath), project, seconds: perfStats.runtime / 1_000 });
  }

  onRunComplete(_contexts: Set<TestContext>, { numTotalTestSuites }: AggregatedResult): void {
    const costs = this.readCosts();
    rmSync(this.folder, { recursive: true, force: true });
    if (numTotalTestSuites < 2) return;
    const whole = cpuSecondsOfTree(process.pid);
    const files = this.wall.map((file) => ({ ...file, cpu: costs.get(file.path) ?? 0 }));
    const rows = [...new Set(files.map(({ project }) => project))].map((project) => {
      const own = files.filter((file) => file.project === project);
      return row(`${project} (${own.length})`, sum(own, 'seconds'), sum(own, 'cpu'));
    });
    const mostExpensive = files.toSorted((one, other) => other.cpu - one.cpu).slice(0, MOST_EXPENSIVE);
    const shared = whole === null ? 0 : whole - sum(files, 'cpu');
    const lines = [
      `cost: ${minutes((Date.now() - this.begun) / 1_000)} min wall, ${whole === null ? 'unknown' : minutes(whole)} min CPU`,
      'project (files)                                     wall s    CPU s',
      ...rows.toSorted(),
      row('servers of all tests, Jest', 0, shared),
      'dearest files',
      ...mostExpensive.map(({ path, seconds, cpu }) => row(path, seconds, cpu)),
    ];
    process.stderr.write(`\n${lines.join('\n')}\n`);
  }

  private readCosts(): Map<string, number> {
    try {
      const lines = readFileSync(process.env[COSTS_FILE]!, 'utf8').trim().split('\n');
      const costs = lines.map((line) => JSON.parse(line) as FileCost);
      return new Map(costs.map(({ path, cpuSeconds }) => [path, cpuSeconds]));
    } catch {
      return new Map();
    }
  }
}

function sum<Name extends string>(rows: Record<Name, number>[], name: Name): number {
  return rows.reduce((total, each) => total + each[name], 0);
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1);
}

function row(name: string, wall: number, cpu: number): string {
  return `${name.padEnd(50)} ${wall.toFixed(1).padStart(7)} ${cpu.toFixed(1).padStart(8)}`;
}
