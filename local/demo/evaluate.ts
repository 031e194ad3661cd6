import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvaluationCreate, RunStatus } from '../../contracts/runs';
import type { ReadyFile } from '../ready-file';
import { apiClient, UnwantedAnswer, type ApiClient } from './api-client';
import { progress } from './progress';
import { verdictTable } from './verdict-table';

/** What one evaluation of the demo needs. */
export interface EvaluateOptions {
  ready: ReadyFile;
  request: EvaluationCreate;
  /** Folder for the documents; default `demo-output/<runId>` in the current folder. */
  out?: string;
  stream: NodeJS.WritableStream;
  terminal: boolean;
  /** Grants one more Idea Check to an account that has none left. */
  grant: (accountId: string) => Promise<void>;
  signal?: AbortSignal;
}

/**
 * Runs one evaluation through the API, shows its progress and verdict, and saves its documents.
 *
 * @throws Error the API refused, or the run did not complete; the message says why
 */
export async function evaluate(options: EvaluateOptions): Promise<void> {
  const { ready, request, stream } = options;
  const say = (text: string) => void stream.write(`${text}\n`);
  const api = apiClient(ready.api, ready.keys.live);
  say(`Idea: ${request.idea}\n`);
  const { runId } = await createWithCredit(api, options, say);
  say(`Run ${runId}`);
  const run = await follow(api, runId, options);
  const link = webLink(ready.temporalWeb, run);
  if (run.status !== 'completed') throw new Error(whyNot(run, link));

  const findings = await api.findings(runId);
  say(['', ...verdictTable(findings), ''].join('\n'));
  const paths = await save(api, findings, options.out ?? join('demo-output', runId));
  for (const path of paths) say(`Saved ${path}`);
  if (link) say(`Workflow ${link}`);
}

/** Address of the run's workflow in Temporal Web; null where the Web is unknown. */
export function webLink(temporalWeb: string | null, run: Pick<RunStatus, 'workflowId'>): string | null {
  return temporalWeb && `${temporalWeb}/namespaces/default/workflows/${encodeURIComponent(run.workflowId)}`;
}

async function createWithCredit(api: ApiClient, options: EvaluateOptions, say: (text: string) => void) {
  const idempotencyKey = `demo-${randomUUID()}`;
  const { request, ready } = options;
  try {
    return await api.createEvaluation(request, idempotencyKey);
  } catch (error) {
    if (!(error instanceof UnwantedAnswer) || error.status !== 402) throw error;
    say(`${ready.account.email} has no Idea Check left; granting one more.`);
    await options.grant(ready.account.id);
    return api.createEvaluation(request, idempotencyKey);
  }
}

async function follow(api: ApiClient, runId: string, options: EvaluateOptions): Promise<RunStatus> {
  const shown = progress(options.stream, options.terminal);
  let last: RunStatus | null = null;
  try {
    for await (const run of api.follow(runId, options.signal)) {
      last = run;
      shown.update(run);
    }
  } finally {
    shown.end();
  }
  return last!;
}

function whyNot(run: RunStatus, link: string | null): string {
  const reason = run.failure
    ? `${run.failure.message} (${run.failure.code})`
    : (run.failureReason ?? 'no reason given');
  const restored = run.entitlementRestored ? ' The credit was given back.' : '';
  return `The run ended as ${run.status}: ${reason}${restored}${link ? `\nWorkflow ${link}` : ''}`;
}

async function save(api: ApiClient, findings: { runId: string }, folder: string): Promise<string[]> {
  const documents: Record<string, Buffer | string> = {
    'findings.json': `${JSON.stringify(findings, null, 2)}\n`,
    'dossier.html': await api.dossier(findings.runId, 'html'),
    'dossier.pdf': await api.dossier(findings.runId, 'pdf'),
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(documents).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
}
