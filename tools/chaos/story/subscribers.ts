import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameOfPort } from '../../../stand-ins/internet/names';
import { call, createWebhook } from '../../../test/support/api';
import type { Dice } from '../dice';
import { ask, breaks, untilAnswered, type Buyer, type World } from './world';

const SUSPENDED = 'account_suspended';

/** Customers have events sent to a server that fails now and then; once the story is over it takes everything. */
export async function receiveEvents(world: World, dice: Dice): Promise<void> {
  const url = await startReceiver(world, () => !world.over.aborted && dice.chance(0.15));
  const webhooks = new Map<Buyer, string>();
  for (let event = 0; !world.over.aborted; event++) {
    await sleep(dice.between(1_000, 4_000));
    const buyer = dice.oneOf(world.buyers);
    const webhookId = webhooks.get(buyer) ?? (await subscribe(world, buyer, url, `webhook-${event}`));
    if (webhookId === null) continue;
    webhooks.set(buyer, webhookId);
    const send = (method: 'POST' | 'DELETE', path: string) => () =>
      call<{ code?: string }>({ url: world.place.apiUrl }, method, `/v1/webhooks/${path}`, { key: buyer.apiKey });
    const sent = await untilAnswered(world, 'POST /v1/webhooks/{id}/test', send('POST', `${webhookId}/test`));
    world.journal.note('event of a customer', { webhookId, status: sent?.status });
    if (sent?.status === 404 && world.forgotten === 0) breaks(world, `webhook ${webhookId} is unknown`);
    if (sent?.status === 202 && !dice.chance(0.2)) continue;
    // Deleted while the event is sent, or waits. Not found: the first answer was lost.
    webhooks.delete(buyer);
    await ask(world, 'DELETE /v1/webhooks/{id}', send('DELETE', webhookId), [SUSPENDED, '404']);
    world.journal.note('endpoint deleted', { webhookId });
  }
}

async function subscribe(world: World, buyer: Buyer, url: string, key: string): Promise<string | null> {
  const body = { url, eventTypes: ['webhook.test'] };
  const send = () => createWebhook({ url: world.place.apiUrl }, buyer, key, body);
  return (await ask(world, 'POST /v1/webhooks', send, [SUSPENDED]))?.body.webhookId ?? null;
}

/** A customer's server; returns its address. */
async function startReceiver(world: World, fails: () => boolean): Promise<string> {
  // Each event fails once at most: after three failures its next attempt comes too late for this story.
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
  world.closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `https://${nameOfPort((server.address() as AddressInfo).port)}/hook`;
}
