import { Configuration, ProblemDetailsFromJSON, ResponseError, RunsApi, SandboxApi } from './generated';

const { NOI_API_URL: basePath, NOI_API_KEY: apiKey } = process.env as Record<string, string>;
const configuration = new Configuration({ basePath: basePath!, apiKey: apiKey! });
const [sandbox, runs] = [new SandboxApi(configuration), new RunsApi(configuration)];
const create = (idempotencyKey: string, idea: string) =>
  sandbox.createSandboxEvaluation({ idempotencyKey, evaluationCreate: { idea } });
const codeOf = (key: string, idea: string) =>
  create(key, idea).then(
    () => null,
    async (error: unknown) => {
      if (!(error instanceof ResponseError)) throw error;
      return ProblemDetailsFromJSON(await error.response.json()).code;
    },
  );

const key = 'openapi-generator-typescript-fetch';
const created = await create(key, 'A weekly letter on heat pump policy for installers');
const id = created.runId;

let status: string = created.status;
while (status === 'queued' || status === 'running') ({ status } = await runs.getRun({ id, prefer: 'wait=20' }));

const findings = await runs.getRunFindings({ id });
const { raw: pdf } = await runs.getRunDossierRaw({ id, format: 'pdf' });

console.log(
  JSON.stringify({
    status,
    score: findings.verdict.score,
    pdf: (await pdf.text()).slice(0, 4),
    conflict: await codeOf(key, 'A weekly letter on another subject'),
    unpaid: await codeOf('unpaid', 'A weekly letter on sandbox:no-credit'),
  }),
);
