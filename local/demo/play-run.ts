import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, NoiError, type CreateOptions } from '../../clients/typescript/src/index';
import type { RunStatus } from '../../clients/typescript/src/types';
import type { EvaluationCreate, RunKind, SearchCreate } from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import type { ReadyFile } from '../files';
import { candidateBar, progress, rankedTable, sampleNote, verdictTable } from './show';

export interface Demo {
  ready: ReadyFile;
  /** Folder for the documents; `demo-output/<runId>` by default. */
  out?: string;
  stream: NodeJS.WritableStream;
  terminal: boolean;
  grant: (accountId: string, kind: RunKind) => Promise<void>;
  signal?: AbortSignal;
}

/** Starts a run through the API and saves its documents. @throws Error with the reason if it does not complete */
export async function playRun(demo: Demo, request: EvaluationCreate | SearchCreate): Promise<void> {
  const { ready, stream, terminal, signal } = demo;
  const say = (text: string) => void stream.write(`${text}\n`);
  const noi = createClient({ baseUrl: ready.api, apiKey: ready.keys.live });
  const isSearch = 'operatorProfile' in request;
  say(
    isSearch
      ? `About you: ${request.operatorProfile}\nExpertise: ${request.expertise.join(', ')}\n`
      : `Idea: ${request.idea}\n`,
  );
  const created = await withCredit(demo, isSearch ? 'custom_search' : 'idea_check', (options) =>
    isSearch ? noi.runs.createSearch(request, options) : noi.runs.createEvaluation(request, options),
  );
  say(`Run: ${created.runId}`);
  const view = isSearch ? candidateBar(stream, terminal) : progress(stream, terminal);
  let last: RunStatus | null = null;
  try {
    for await (const run of created.changes({ signal })) view.update((last = run));
  } finally {
    view.end();
  }
  const link = webLink(ready.temporalWeb, last!);
  if (last!.status !== 'completed') throw new Error(failureMessage(last!, link));

  const findings = await created.findings();
  const portfolio = isSearch ? await created.portfolio() : null;
  say(['', ...sampleNote(findings), ...(portfolio ? rankedTable(portfolio) : verdictTable(findings)), ''].join('\n'));
  const folder = demo.out ?? join('demo-output', created.runId);
  mkdirSync(folder, { recursive: true });
  const documents = {
    ...(portfolio && { 'portfolio.json': `${JSON.stringify(portfolio, null, 2)}\n` }),
    'findings.json': `${JSON.stringify(findings, null, 2)}\n`,
    'dossier.html': await created.dossier('html'),
    'dossier.pdf': await created.dossier('pdf'),
  };
  for (const [name, content] of Object.entries(documents)) {
    writeFileSync(join(folder, name), content);
    say(`Saved ${join(folder, name)}`);
  }
  if (link) say(`Its workflow: ${link}`);
  say(`\nOpen ${join(folder, 'dossier.html')} in a browser to read the result.`);
}

async function withCredit<T>(
  { ready, stream, grant, signal }: Demo,
  kind: RunKind,
  create: (options: CreateOptions) => Promise<T>,
): Promise<T> {
  const options = { idempotencyKey: `demo-${randomUUID()}`, signal };
  try {
    return await create(options);
  } catch (error) {
    if (!(error instanceof NoiError) || error.status !== 402) throw error;
    stream.write(`${ready.account.email} has no ${RUN_KINDS[kind].label} credit left; granting one.\n`);
    await grant(ready.account.id, kind);
    return create(options);
  }
}

function webLink(temporalWeb: string | null, run: RunStatus): string | null {
  return temporalWeb && `${temporalWeb}/namespaces/default/workflows/${encodeURIComponent(run.workflowId)}`;
}

function failureMessage(run: RunStatus, link: string | null): string {
  const reason = run.failure
    ? `${run.failure.message} (${run.failure.code})`
    : (run.failureReason ?? 'no reason given');
  const restored = run.entitlementRestored ? ' The credit was restored.' : '';
  return `The run ended as ${run.status}: ${reason}${restored}${link ? `\nWorkflow ${link}` : ''}`;
}
