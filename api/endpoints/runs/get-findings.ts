import { Failure } from '../../../contracts/failures';
import { Findings } from '../../../contracts/findings';
import { sampleFindings } from '../../../contracts/sample-findings';
import { readArtifact } from '../../../store/runs/read-runs';
import { endpoint, key } from '../../endpoint';
import { NO_STORE } from '../../reply';
import { completedRun, NOT_READY } from './find-run';

/** Findings of a completed run, as they were stored when they passed the checks. */
export const getFindings = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/findings',
  operationId: 'getRunFindings',
  summary: 'Findings of a completed run',
  audience: 'customer',
  auth: key('findings:read'),
  limit: 'runReads',
  id: { prefix: 'run', missing: 'run_not_found' },
  responseScope: 'caller_account',
  responses: { 200: Findings },
  example: sampleFindings,
  problems: NOT_READY,

  async handle({ deps, caller, id }) {
    await completedRun(deps, caller, id);
    const body = await readArtifact(deps.db, id, 'findings');
    if (!body) throw new Failure('artifact_unavailable');
    return { status: 200, headers: NO_STORE, body, type: 'application/json' };
  },
});
