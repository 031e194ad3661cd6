import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PaidProductRunCreated, RunKind, RunStatus } from '../../contracts/runs';
import type { ReadyFile } from '../ready-file';
import { UnwantedAnswer, type ApiClient } from './api-client';

/** What every run of the demo needs. */
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

/** Shows how far a run is. */
export interface Shown {
  update: (run: RunStatus) => void;
  /** Completes the last line; to be called once, also after a failure. */
  end(): void;
}

/** Creates a run, granting a credit first where the account has none left. */
export async function createWithCredit(
  demo: DemoRun,
  kind: RunKind,
  create: (idempotencyKey: string) => Promise<PaidProductRunCreated>,
): Promise<PaidProductRunCreated> {
  const idempotencyKey = `demo-${randomUUID()}`;
  try {
    return await create(idempotencyKey);
  } catch (error) {
    if (!(error instanceof UnwantedAnswer) || error.status !== 402) throw error;
    const name = kind === 'custom_search' ? 'Custom Search' : 'Idea Check';
    demo.stream.write(`${demo.ready.account.email} has no ${name} left; granting one more.\n`);
    await demo.grant(demo.ready.account.id, kind);
    return create(idempotencyKey);
  }
}

/**
 * Follows a run until it is completed, showing each state.
 *
 * @throws Error the run ended otherwise; the message says why and where to look
 */
export async function followToCompletion(
  api: ApiClient,
  runId: string,
  demo: DemoRun,
  shown: Shown,
): Promise<RunStatus> {
  let last: RunStatus | null = null;
  try {
    for await (const run of api.follow(runId, demo.signal)) {
      last = run;
      shown.update(run);
    }
  } finally {
    shown.end();
  }
  if (last!.status !== 'completed') throw new Error(whyNot(last!, webLink(demo.ready.temporalWeb, last!)));
  return last!;
}

/** Address of the run's workflow in Temporal Web; null where the Web is unknown. */
export function webLink(temporalWeb: string | null, run: Pick<RunStatus, 'workflowId'>): string | null {
  return temporalWeb && `${temporalWeb}/namespaces/default/workflows/${encodeURIComponent(run.workflowId)}`;
}

/** Writes documents into the folder of a run and says where. */
export function saveDocuments(demo: DemoRun, runId: string, documents: Record<string, Buffer | string>): void {
  const folder = demo.out ?? join('demo-output', runId);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(documents)) {
    const path = join(folder, name);
    writeFileSync(path, content);
    demo.stream.write(`Saved ${path}\n`);
  }
}

function whyNot(run: RunStatus, link: string | null): string {
  const reason = run.failure
    ? `${run.failure.message} (${run.failure.code})`
    : (run.failureReason ?? 'no reason given');
  const restored = run.entitlementRestored ? ' The credit was given back.' : '';
  return `The run ended as ${run.status}: ${reason}${restored}${link ? `\nWorkflow ${link}` : ''}`;
}
