import { createClient, NoiError } from 'noi-client';

const { NOI_API_URL: baseUrl, NOI_API_KEY, NOI_POOR_KEY } = process.env as Record<string, string>;
const noi = createClient({ apiKey: NOI_API_KEY!, baseUrl: baseUrl! });
const poor = createClient({ apiKey: NOI_POOR_KEY!, baseUrl: baseUrl! });

const options = { idempotencyKey: 'noi-client' };
const run = await noi.runs
  .createEvaluation({ idea: 'A weekly letter on heat pump policy for installers' }, options)
  .wait();
const codeOf = (client: typeof noi) =>
  client.runs.createEvaluation({ idea: 'A weekly letter on another subject' }, options).then(
    () => null,
    (error: unknown) => (error as NoiError).code,
  );

console.log(
  JSON.stringify({
    status: run.status,
    score: (await run.findings()).verdict.score,
    pdf: String.fromCharCode(...(await run.dossier('pdf')).slice(0, 4)),
    conflict: await codeOf(noi),
    unpaid: await codeOf(poor),
  }),
);
