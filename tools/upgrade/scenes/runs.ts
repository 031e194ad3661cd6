import { createEvaluation, createSearch, SEARCH } from '../../../test/support/api';
import { eventually } from '../../../test/support/eventually';
import type { Scene } from './scene';

const about = (subject: string) => `A weekly newsletter on ${subject} for people who live from it`;

/** Leaves runs and candidates in every state that needs a worker, and those of which a workflow waits. */
export async function leaveRuns({ shop, hasty }: Scene): Promise<void> {
  const { agents, customer } = shop;
  await shop.finished(await shop.create());
  await agents.fault('task:harbour pilots', 'refusal');
  await shop.finished(await shop.create(about('harbour pilots')));
  await agents.fault('task:beekeeping', 'hang');
  const canceled = await shop.create(about('beekeeping'));
  await inSession(shop, canceled);
  await shop.cancel(canceled);
  await shop.finished(canceled);
  const expired = await createEvaluation(hasty, customer, 'expired', { idea: about('late trains') });
  await shop.finished(expired.body.runId);
  await agents.fault('task:(idea 1 of 3)', 'refusal');
  await shop.finished(await shop.search({ candidateCount: 3 }));
}

/** Leaves an evaluation and a search in the middle of their sessions; later searches would hang as well. */
export async function leaveRunning({ shop }: Scene): Promise<void> {
  const { agents } = shop;
  await agents.fault('task:tide tables', 'hang');
  const running = await shop.create(about('tide tables'));
  await inSession(shop, running);
  await agents.fault('task:stone walls', 'hang');
  const canceling = await shop.create(about('stone walls'));
  await inSession(shop, canceling);
  await agents.fault('task:(idea', 'hang', 10);
  const search = await shop.search({ candidateCount: 3 });
  await inSession(shop, `${search}/c1`);
}

/** With the worker gone: asks to cancel a running run, and for an evaluation and a search that wait in the outbox. */
export async function leaveQueued({ shop }: Scene): Promise<void> {
  const { api, customer, db } = shop;
  const { id } = await db.prisma.run.findFirstOrThrow({
    where: { status: 'running', input: { path: ['idea'], string_contains: 'stone walls' } },
  });
  await shop.cancel(id);
  await createEvaluation(api, customer, 'queued', { idea: about('mountain huts') });
  await createSearch(api, customer, 'queued-search', { ...SEARCH, candidateCount: 3 });
}

const inSession = (shop: Scene['shop'], runId: string) =>
  eventually('a session runs', async () => (await shop.agents.sessionsOf(runId)).length === 1);
