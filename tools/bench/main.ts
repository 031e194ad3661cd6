/** `npm run bench`: what a product on this machine takes on, with agents that answer at once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatus } from '../../contracts/runs';
import type { ReadyFile } from '../../local/ready-file';
import { openDatabase } from '../../prisma/client';
import { call, createCustomer, createEvaluation } from '../../test/support/api';
import { exitWith } from '../../test/support/exit-with';
import { withLocalProduct } from '../../test/support/real-parts';

/** Enough at once to keep two cores busy. */
const TOGETHER = { evaluations: 120, atOnce: 24 };
const ALONE = { evaluations: 20, atOnce: 1 };
const POLL_MS = 20;

/** Runs evaluations from acceptance to their end; returns the milliseconds for each. */
async function evaluate({ api: url }: ReadyFile, apiKey: string, { evaluations, atOnce }: typeof ALONE) {
  const api = { url };
  const began = performance.now();
  let left = evaluations;
  const loop = async () => {
    while (left-- > 0) {
      const { runId } = (await createEvaluation(api, { apiKey }, randomUUID())).body;
      const read = () => call<RunStatus>(api, 'GET', `/v1/runs/${runId}`, { key: apiKey });
      let run = (await read()).body;
      for (; run.completedAt === null; run = (await read()).body) await sleep(POLL_MS);
      if (run.status !== 'completed') throw new Error(`${runId} ended as ${run.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (performance.now() - began) / evaluations;
}

async function main(): Promise<number> {
  await withLocalProduct('bench', {}, async (ready) => {
    const db = openDatabase(ready.databaseOwner, 2);
    const { apiKey } = await createCustomer(db, { credits: 1_000 });
    await db.close();
    await fetch(`${ready.agents}/_control/pace`, { method: 'POST', body: JSON.stringify({ stepMs: 0 }) });
    // What V8 has not compiled yet is slow.
    await evaluate(ready, apiKey, TOGETHER);
    const together = await evaluate(ready, apiKey, TOGETHER);
    const alone = await evaluate(ready, apiKey, ALONE);
    console.log(`${(1_000 / together).toFixed(1)} evaluations a second, ${alone.toFixed(0)} ms for one alone`);
  });
  return 0;
}

exitWith(main());
