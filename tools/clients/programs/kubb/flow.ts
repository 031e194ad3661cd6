import { createSandboxEvaluation } from './generated/clients/createSandboxEvaluation';
import { getRun } from './generated/clients/getRun';
import { getRunDossier } from './generated/clients/getRunDossier';
import { getRunFindings } from './generated/clients/getRunFindings';
import { Refused, request } from './request';

const config = { client: request };
const create = (key: string, idea: string) => createSandboxEvaluation({ idea }, { 'Idempotency-Key': key }, config);
const codeOf = (key: string, idea: string) =>
  create(key, idea).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      return error.problem.code;
    },
  );

const created = await create('kubb', 'A weekly letter on heat pump policy for installers');
const { runId } = created.data;

let status: string = created.data.status;
while (status === 'queued' || status === 'running') {
  status = (await getRun(runId, { Prefer: 'wait=20' }, config)).data.status;
}

const findings = await getRunFindings(runId, undefined, undefined, config);
const pdf = await getRunDossier(runId, { format: 'pdf' }, undefined, config);

console.log(
  JSON.stringify({
    status,
    score: findings.data.verdict.score,
    pdf: pdf.data.slice(0, 4),
    conflict: await codeOf('kubb', 'A weekly letter on another subject'),
    unpaid: await codeOf('unpaid', 'A weekly letter on sandbox:no-credit'),
  }),
);
