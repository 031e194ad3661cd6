import { Findings } from '../../../contracts/findings';
import { sampleFindings } from '../../../contracts/sample-findings';
import { endpoint, key } from '../../../http/endpoint';
import { document } from '../../../http/reply';
import { completedRun, documentOf, NOT_READY, RUN_ID } from '../../../commands/runs/find-run';

/** Findings of a completed run, byte for byte as stored after validation. */
export const getFindings = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/findings',
  operationId: 'getRunFindings',
  tag: 'runs',
  summary: 'Findings of a completed run',
  audience: 'customer',
  auth: key('findings:read'),
  limit: 'runReads',
  id: RUN_ID,
  responseScope: 'caller_account',
  responses: { 200: Findings, 304: null },
  example: sampleFindings,
  problems: NOT_READY,

  async handle({ deps, caller, id, ifNoneMatch }) {
    const run = await completedRun(deps, caller, id);
    return document(await documentOf(deps, run, 'findings'), 'application/json', { ifNoneMatch });
  },
});
