import { createClient, NoiError } from 'noi-client';

const { NOI_API_URL: baseUrl, NOI_API_KEY } = process.env as Record<string, string>;
const noi = createClient({ apiKey: NOI_API_KEY!, baseUrl: baseUrl! });
const create = (idempotencyKey: string, idea: string) => noi.sandbox.createEvaluation({ idea }, { idempotencyKey });
const codeOf = (key: string, idea: string) =>
  create(key, idea).then(
    () => null,
    (error: unknown) => (error as NoiError).code,
  );

const run = await create('noi-client', 'A weekly letter on heat pump policy for installers').wait();

console.log(
  JSON.stringify({
    status: run.status,
    score: (await run.findings()).verdict.score,
    pdf: String.fromCharCode(...(await run.dossier('pdf')).slice(0, 4)),
    conflict: await codeOf('noi-client', 'A weekly letter on another subject'),
    unpaid: await codeOf('unpaid', 'A weekly letter on sandbox:no-credit'),
  }),
);
