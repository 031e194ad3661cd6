import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  NoiError,
  type CreateOptions,
  type Run,
  type RunCreated,
  type RunStatus,
} from '../../clients/typescript/src/index';
import type { RunKind } from '../../contracts/runs';
import { RUN_KINDS } from '../../domain/run-kinds';
import type { ReadyFile } from '../ready-file';

/** Options that every run of the demo shares. */
export interface DemoRun {
  ready: ReadyFile;
  /** Folder for the documents; default `demo-output/<runId>` in the current folder. */
  out?: string;
  stream: NodeJS.WritableStream;
  terminal: boolean;
  /** Grants one more run of a kind to an account that has none left. */
  grant: (accountId: string, kind: RunKind) => Promise<void>;
  signal?: AbortSignal;
}

/** Progress display of a run. */
export interface ProgressView {
  update: (run: RunStatus) => void;
  /** Completes the last line; call it once, even after a failure. */
  end(): void;
}

/** Creates a run, after granting a credit if the account has none left. */
export async function createWithCredit(
  demo: DemoRun,
  kind: RunKind,
  create: (options: CreateOptions) => Promise<Run<RunCreated>>,
): Promise<Run<RunCreated>> {
  const options = { idempotencyKey: `demo-${randomUUID()}`, signal: demo.signal };
  try {
    return await create(options);
  } catch (error) {
    if (!(error instanceof NoiError) || error.status !== 402) throw error;
    demo.stream.write(`${demo.ready.account.email} has no ${RUN_KINDS[kind].label} left; granting one more.\n`);
    await demo.grant(demo.ready.account.id, kind);
    return create(options);
  }
}

/**
 * Follows a run until it is completed, showing each state.
 *
 * @throws Error if the run ends otherwise; the message gives the reason and a link
 */
export async function followToCompletion(
  created: Run<RunCreated>,
  demo: DemoRun,
  view: ProgressView,
): Promise<RunStatus> {
  let last: RunStatus | null = null;
  try {
    for await (const run of created.changes({ signal: demo.signal })) {
      last = run;
      view.update(run);
    }
  } finally {
    view.end();
  }
  if (last!.status !== 'completed') throw new Error(failureMessage(last!, webLink(demo.ready.temporalWeb, last!)));
  return last!;
}

/** URL of the run's workflow in Temporal Web; null if the Web's address is unknown. */
export function webLink(temporalWeb: string | null, run: Pick<RunStatus, 'workflowId'>): string | null {
  return temporalWeb && `${temporalWeb}/namespaces/default/workflows/${encodeURIComponent(run.workflowId)}`;
}

/** Saves documents to the folder of a run and prints their paths. */
export function saveDocuments(demo: DemoRun, runId: string, documents: Record<string, Uint8Array | string>): void {
  const folder = demo.out ?? join('demo-output', runId);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(documents)) {
    const path = join(folder, name);
    writeFileSync(path, content);
    demo.stream.write(`Saved ${path}\n`);
  }
}

function failureMessage(run: RunStatus, link: string | null): string {
  const reason = run.failure
    ? `${run.failure.message} (${run.failure.code})`
    : (run.failureReason ?? 'no reason given');
  const restored = run.entitlementRestored ? ' The credit was restored.' : '';
  return `The run ended as ${run.status}: ${reason}${restored}${link ? `\nWorkflow ${link}` : ''}`;
}
