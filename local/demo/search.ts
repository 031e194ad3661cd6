import type { SearchCreate } from '../../contracts/runs';
import { apiClient } from './api-client';
import { candidateBar } from './candidate-bar';
import { createWithCredit, followToCompletion, saveDocuments, webLink, type DemoRun } from './follow-run';
import { rankedTable } from './ranked-table';

/** What one search of the demo needs. */
export interface SearchOptions extends DemoRun {
  request: SearchCreate;
}

/**
 * Runs one search through the API, shows its candidates as they finish and the ranked table, and saves its documents.
 *
 * @throws Error the API refused, or the run did not complete; the message says why
 */
export async function search(options: SearchOptions): Promise<void> {
  const { ready, request, stream } = options;
  const say = (text: string) => void stream.write(`${text}\n`);
  const api = apiClient(ready.api, ready.keys.live);
  say(`Operator: ${request.operatorProfile}\nExpertise: ${request.expertise.join(', ')}\n`);
  const { runId } = await createWithCredit(options, 'custom_search', (key) => api.createSearch(request, key));
  say(`Run ${runId}`);
  const run = await followToCompletion(api, runId, options, candidateBar(stream, options.terminal));

  const portfolio = await api.portfolio(runId);
  say(['', ...rankedTable(portfolio), ''].join('\n'));
  saveDocuments(options, runId, {
    'portfolio.json': `${JSON.stringify(portfolio, null, 2)}\n`,
    'findings.json': `${JSON.stringify(await api.findings(runId), null, 2)}\n`,
    'dossier.html': await api.dossier(runId, 'html'),
    'dossier.pdf': await api.dossier(runId, 'pdf'),
  });
  const link = webLink(ready.temporalWeb, run);
  if (link) say(`Workflow ${link}`);
}
