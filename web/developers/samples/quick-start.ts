import { writeFile } from 'node:fs/promises';
import { createClient } from 'noi-client';

const { NOI_API_KEY = '', NOI_API_URL = '' } = process.env;
const noi = createClient({ apiKey: NOI_API_KEY, baseUrl: NOI_API_URL });

// With a live key: noi.runs.createEvaluation, which uses a credit.
const run = await noi.sandbox
  .createEvaluation(
    { idea: 'A weekly letter on heat pump policy for installers in small towns', geography: 'Germany' },
    // A new key for each idea; the same one to repeat a request whose answer was lost.
    { idempotencyKey: 'typed-heat-pumps-1' },
  )
  .wait();

const { verdict } = await run.findings();
console.log(verdict.recommendation, verdict.score);
await writeFile('dossier.pdf', await run.dossier('pdf'));
