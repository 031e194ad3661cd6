import type { EvaluationCreate } from '../../contracts/runs';
import { apiClient } from './api-client';
import { createWithCredit, followToCompletion, saveDocuments, webLink, type DemoRun } from './follow-run';
import { progress } from './progress';
import { verdictTable } from './verdict-table';

/** What one evaluation of the demo needs. */
export interface EvaluateOptions extends DemoRun {
  request: EvaluationCreate;
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
  const { runId } = await createWithCredit(options, 'idea_check', (key) => api.createEvaluation(request, key));
  say(`Run ${runId}`);
  const run = await followToCompletion(api, runId, options, progress(stream, options.terminal));

  const findings = await api.findings(runId);
  say(['', ...verdictTable(findings), ''].join('\n'));
  saveDocuments(options, runId, {
    'findings.json': `${JSON.stringify(findings, null, 2)}\n`,
    'dossier.html': await api.dossier(runId, 'html'),
    'dossier.pdf': await api.dossier(runId, 'pdf'),
  });
  const link = webLink(ready.temporalWeb, run);
  if (link) say(`Workflow ${link}`);
}
