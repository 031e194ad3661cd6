import { createClient } from '../../clients/typescript/src/index';
import type { SearchCreate } from '../../contracts/runs';
import { candidateBar } from './candidate-bar';
import { createWithCredit, followToCompletion, saveDocuments, webLink, type DemoRun } from './follow-run';
import { rankedTable } from './ranked-table';
import { sampleNote } from './verdict-table';

/** Options of one demo search. */
export interface SearchOptions extends DemoRun {
  request: SearchCreate;
}

/**
 * Runs one search through the API, shows its candidates as they finish and the ranked table, and saves its documents.
 *
 * @throws Error if the API refuses or the run does not complete; the message gives the reason
 */
export async function search(options: SearchOptions): Promise<void> {
  const { ready, request, stream } = options;
  const say = (text: string) => void stream.write(`${text}\n`);
  const noi = createClient({ baseUrl: ready.api, apiKey: ready.keys.live });
  say(`Operator: ${request.operatorProfile}\nExpertise: ${request.expertise.join(', ')}\n`);
  const created = await createWithCredit(options, 'custom_search', (create) => noi.runs.createSearch(request, create));
  say(`Run: ${created.runId}`);
  const run = await followToCompletion(created, options, candidateBar(stream, options.terminal));

  const [portfolio, findings] = [await created.portfolio(), await created.findings()];
  say(['', ...sampleNote(findings), ...rankedTable(portfolio), ''].join('\n'));
  saveDocuments(options, created.runId, {
    'portfolio.json': `${JSON.stringify(portfolio, null, 2)}\n`,
    'findings.json': `${JSON.stringify(findings, null, 2)}\n`,
    'dossier.html': await created.dossier('html'),
    'dossier.pdf': await created.dossier('pdf'),
  });
  const link = webLink(ready.temporalWeb, run);
  if (link) say(`Workflow: ${link}`);
}
