import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameOfPort } from '../../../stand-ins/internet/names';
import { call, createWebhook } from '../../../test/support/api';
import type { Dice } from '../dice';
import { breaks, retryUntilAnswered, type Buyer, type World } from './world';

/** A customer's server, which fails as often as it is told to. */
interface Receiver {
  url: string;
  close(): Promise<void>;
}

const EXPECTED = ['account_suspended'];

/** Customers have events sent to a server that fails now and then, until the story is over; then it takes everything. */
export async function receiveEvents(world: World, dice: Dice): Promise<void> {
  const receiver = await startReceiver(() => !world.over.aborted && dice.chance(0.15));
  world.closing.push(() => receiver.close());
  const webhooks = new Map<Buyer, string>();
  for (let event = 0; !world.over.aborted; event++) {
    await sleep(dice.between(1_000, 4_000));
    const buyer = dice.oneOf(world.buyers);
    const webhookId =
      webhooks.get(buyer) ?? (await subscribe(world, buyer, { url: receiver.url, key: `webhook-${event}` }));
    if (webhookId === null) continue;
    webhooks.set(buyer, webhookId);
    const isKnown = await test(world, buyer, webhookId);
    if (isKnown && dice.chance(0.2)) await unsubscribe(world, buyer, webhookId);
    else if (isKnown) continue;
    webhooks.delete(buyer);
  }
}

async function subscribe(
  world: World,
  buyer: Buyer,
  { url, key }: { url: string; key: string },
): Promise<string | null> {
  const answer = await retryUntilAnswered(world, 'POST /v1/webhooks', () =>
    createWebhook({ url: world.parts.apiUrl }, buyer, key, {
      url,
      eventTypes: ['webhook.test'],
    }),
  );
  if (answer?.status === 201) return answer.body.webhookId;
  if (answer && !EXPECTED.includes(answer.body.code))
    breaks(world, `POST /v1/webhooks was refused: ${answer.text.slice(0, 300)}`);
  return null;
}

/** Has a test event sent; false if the endpoint is unknown since the product was set back. */
async function test(world: World, { apiKey: key }: Buyer, webhookId: string): Promise<boolean> {
  const what = 'POST /v1/webhooks/{id}/test';
  const answer = await retryUntilAnswered(world, what, () =>
    call<{ code: string }>({ url: world.parts.apiUrl }, 'POST', `/v1/webhooks/${webhookId}/test`, { key }),
  );
  world.journal.note('event of a customer', { webhookId, status: answer?.status });
  const isKnown = answer?.status !== 404 || world.forgotten === 0;
  if (answer && answer.status !== 202 && isKnown && !EXPECTED.includes(answer.body.code))
    breaks(world, `${what} was refused: ${answer.text.slice(0, 300)}`);
  return isKnown;
}

/** Deletes an endpoint at once after an event was asked for: while it is sent, or waits. */
async function unsubscribe(world: World, { apiKey: key }: Buyer, webhookId: string): Promise<void> {
  const what = 'DELETE /v1/webhooks/{id}';
  const answer = await retryUntilAnswered(world, what, () =>
    call<{ code?: string }>({ url: world.parts.apiUrl }, 'DELETE', `/v1/webhooks/${webhookId}`, { key }),
  );
  world.journal.note('endpoint deleted', { webhookId, status: answer?.status });
  // Not found: a first answer was lost, or the product was set back.
  if (answer && answer.status !== 204 && answer.status !== 404 && !EXPECTED.includes(answer.body.code!))
    breaks(world, `${what} was refused: ${answer.text.slice(0, 300)}`);
}

async function startReceiver(fails: () => boolean): Promise<Receiver> {
  // Each event once at most: after three failures its next attempt comes when no campaign waits any more.
  const failed = new Set<unknown>();
  const server = createServer((request, response) => {
    const id = request.headers['webhook-id'];
    const refused = !failed.has(id) && fails();
    if (refused) failed.add(id);
    request.resume();
    request.on('end', () => response.writeHead(refused ? 503 : 204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://${nameOfPort((server.address() as AddressInfo).port)}/hook`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
