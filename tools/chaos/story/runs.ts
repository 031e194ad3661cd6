import { setTimeout as sleep } from 'node:timers/promises';
import { call, createEvaluation, createSearch, IDEA } from '../../../test/support/api';
import type { Dice } from '../dice';
import { askWithKey, untilAnswered, type Buyer, type World } from './world';

/** Who orders a search, in scripts with and without spaces, and from right to left. */
const OPERATORS = [
  ['Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners', ['heat pumps', 'building law']],
  ['Fachanwältin für Vergaberecht in Köln mit zwölf Jahren Erfahrung', ['öffentliche Ausschreibungen', 'Straßenbau']],
  ['食品卸で15年の経験があり、地方の弁当製造業者をよく知っている発行者', ['弁当の仕入れ価格', '食品表示法']],
  ['محرر صحفي في القاهرة يعرف سوق العقارات منذ عشر سنوات', ['أسعار الشقق', 'قانون الإيجار']],
  ['Beekeeper 🐝 who writes well & quickly; <5 hours a week — "no ads", ever', ['bees <and> hives', 'honey & wax']],
] as const;
/** A dispute or a refund took the credit meanwhile, or the operator suspended the account. */
const EXPECTED = ['402', 'account_suspended'];

/** Spends a credit on a run; cancels every fifth, at once or while it is researched. */
export async function orderRun(world: World, dice: Dice, buyer: Buyer, product: string, key: string): Promise<void> {
  const [cancels, afterMs, twice] = [dice.chance(0.2), dice.oneOf([0, 0, 300, 1_000]), dice.chance(0.15)];
  const api = { url: world.place.apiUrl };
  const isCheck = product === 'idea_check';
  const wanted = drawSearch(dice.stream(key));
  const send = () =>
    isCheck ? createEvaluation(api, buyer, key, { idea: `${IDEA} ${key}` }) : createSearch(api, buyer, key, wanted);
  const idOf = ({ runId }: { runId: string }) => runId;
  const what = `POST /v1/${isCheck ? 'evaluations' : 'searches'}`;
  const begun = await askWithKey(world, what, send, { twice, expected: EXPECTED, idOf });
  if (!begun) return;
  const { runId, entitlementId } = begun;
  world.journal.note(`run of ${product}`, { runId, entitlementId, accountId: buyer.accountId });
  if (!cancels) return;
  await sleep(afterMs);
  const canceled = await untilAnswered(world, 'POST /v1/runs/{id}/cancel', () =>
    call<{ code: string }>(api, 'POST', `/v1/runs/${runId}/cancel`, { key: buyer.apiKey }),
  );
  world.journal.note('run canceled', { runId, status: canceled?.status });
}

function drawSearch(dice: Dice) {
  const [operatorProfile, expertise] = dice.oneOf(OPERATORS);
  return { operatorProfile, expertise: [...expertise], candidateCount: dice.oneOf([3, 3, 3, 6]) };
}
