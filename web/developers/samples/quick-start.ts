import { writeFile } from 'node:fs/promises';
import { createClient } from 'noi-client';

const { NOI_API_KEY = '', NOI_API_URL = '' } = process.env;
const noi = createClient({ apiKey: NOI_API_KEY, baseUrl: NOI_API_URL });

// With a live key, use noi.runs.createEvaluation, which costs a credit.
const run = await noi.sandbox
  .createEvaluation(
    { idea: 'A weekly letter on heat pump policy for installers in small towns', geography: 'Germany' },
    // Use a new key for each idea, and the same key to repeat a lost request.
    { idempotencyKey: 'typed-heat-pumps-1' },
  )
  .wait();

const { verdict } = await run.findings();
console.log(verdict.recommendation, verdict.score);
await writeFile('dossier.pdf', await run.dossier('pdf'));
