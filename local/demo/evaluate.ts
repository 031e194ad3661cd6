import { createClient } from '../../clients/typescript/src/index';
import type { EvaluationCreate } from '../../contracts/runs';
import { createWithCredit, followToCompletion, saveDocuments, webLink, type DemoRun } from './follow-run';
import { progress } from './progress';
import { sampleNote, verdictTable } from './verdict-table';

/** Options of one demo evaluation. */
export interface EvaluateOptions extends DemoRun {
  request: EvaluationCreate;
}

/**
 * Runs one evaluation through the API, shows its progress and verdict, and saves its documents.
 *
 * @throws Error if the API refuses or the run does not complete; the message gives the reason
 */
export async function evaluate(options: EvaluateOptions): Promise<void> {
  const { ready, request, stream } = options;
  const say = (text: string) => void stream.write(`${text}\n`);
  const noi = createClient({ baseUrl: ready.api, apiKey: ready.keys.live });
  say(`Idea: ${request.idea}\n`);
  const created = await createWithCredit(options, 'idea_check', (create) => noi.runs.createEvaluation(request, create));
  say(`Run: ${created.runId}`);
  const run = await followToCompletion(created, options, progress(stream, options.terminal));

  const findings = await created.findings();
  say(['', ...sampleNote(findings), ...verdictTable(findings), ''].join('\n'));
  saveDocuments(options, created.runId, {
    'findings.json': `${JSON.stringify(findings, null, 2)}\n`,
    'dossier.html': await created.dossier('html'),
    'dossier.pdf': await created.dossier('pdf'),
  });
  const link = webLink(ready.temporalWeb, run);
  if (link) say(`Workflow: ${link}`);
}
