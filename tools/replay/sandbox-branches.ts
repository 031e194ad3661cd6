import { SCOPES } from '../../contracts/access';
import type { PaidProductRunCreated } from '../../contracts/runs';
import { runWorkflowId } from '../../contracts/workflow-messages';
import { createKey } from '../../store/keys/create-key';
import { loadRun } from '../../store/runs/find-run';
import { call, IDEA } from '../../test/support/api';
import { eventually } from '../../test/support/eventually';
import { startStack } from '../../test/support/stack';
import { keepHistory, type Wanted } from './keep-history';

/** Runs the branch of an evaluation that only the sandbox has, moved to its deadline, and records its history. */
export async function recordSandbox(wanted: Wanted): Promise<void> {
  const name = 'evaluation-moved-to-deadline';
  if (!wanted(name)) return;
  const stack = await startStack();
  try {
    const { api, db, customer, temporal } = stack;
    const { secret: key } = await createKey(db, {
      accountId: customer.accountId,
      name: 'sandbox',
      mode: 'test',
      scopes: SCOPES,
    });
    const request = { key, body: { idea: `${IDEA} sandbox:slow` }, headers: { 'idempotency-key': name } };
    const { runId } = (await call<PaidProductRunCreated>(api, 'POST', '/v1/sandbox/evaluations', request)).body;
    await eventually('its session runs', async () => (await loadRun(db, runId))?.sessionId);
    await call(api, 'POST', `/v1/sandbox/runs/${runId}/deadline`, { key });
    await keepHistory(temporal, runWorkflowId('evaluation', runId), name);
    console.log(`${name}: kept`);
  } finally {
    await stack.close();
  }
}
