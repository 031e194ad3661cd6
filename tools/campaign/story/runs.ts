import { setTimeout as sleep } from 'node:timers/promises';
import { call, createEvaluation, createSearch, IDEA, SEARCH } from '../../../test/support/api';
import type { Dice } from '../dice';
import { breaks, retryUntilAnswered, type Buyer, type World } from './world';

const CANDIDATES = 3;

/** Spends a credit on a run; cancels every fifth, at once or while it is researched. */
export async function orderRun(world: World, dice: Dice, buyer: Buyer, product: string, key: string): Promise<void> {
  const [cancels, afterMs, twice] = [dice.chance(0.2), dice.oneOf([0, 0, 300, 1_000]), dice.chance(0.15)];
  const path = product === 'idea_check' ? 'evaluations' : 'searches';
  const { forgotten } = world;
  const api = () => ({ url: world.parts.apiUrl });
  const send = () =>
    product === 'idea_check'
      ? createEvaluation(api(), buyer, key, { idea: `${IDEA} ${key}` })
      : createSearch(api(), buyer, key, { ...SEARCH, candidateCount: CANDIDATES });
  const what = `POST /v1/${path}`;
  const [answer, again] = await Promise.all([
    retryUntilAnswered(world, what, send),
    twice ? retryUntilAnswered(world, what, send) : null,
  ]);
  // 402: a dispute or a refund took the credit meanwhile. 403: the operator suspended the account.
  if (answer?.status !== 202) {
    if (answer && answer.status !== 402 && answer.body.code !== 'account_suspended')
      breaks(world, `${what} was refused: ${answer.text.slice(0, 300)}`);
    return;
  }
  const { runId, entitlementId } = answer.body;
  world.journal.note(`run of ${product}`, { runId, entitlementId, accountId: buyer.accountId });
  if (again?.status === 202 && again.body.runId !== runId && forgotten === world.forgotten)
    breaks(world, `one key began two runs: ${runId} and ${again.body.runId}`);
  if (!cancels) return;
  await sleep(afterMs);
  const canceled = await retryUntilAnswered(world, 'POST /v1/runs/{id}/cancel', () =>
    call<{ code: string }>(api(), 'POST', `/v1/runs/${runId}/cancel`, { key: buyer.apiKey }),
  );
  world.journal.note('run canceled', { runId, status: canceled?.status });
}
