/**
 * `node dist/tools/vendors/main ADDRESS`: makes the first contact with the payment stand-in, and sends each kind of request
 * of it to stripe-mock at this address too. That refuses what the provider's description does not know. Exits 1 where a
 * request is refused.
 */
import type { AddressInfo } from 'node:net';
import { contactOver } from '../../admin/first-contact/assumption';
import { watch, type Exchange } from '../../admin/first-contact/forward';
import { contactPayments } from '../../admin/first-contact/payments-contact';
import { LOOPBACK } from '../../local/ports';
import { operationOf } from '../../providers/measured-calls';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { createPaymentsStandIn } from '../../stand-ins/payments/stand-in';
import { exitWith } from '../../test/support/exit-with';

async function main(mock: string): Promise<number> {
  const requests = kindsOf(await contactStandIn());
  let refused = 0;
  for (const { method, path, asked } of requests) {
    // The last version that the mock knows, 2026-08-26, has another name for one parameter.
    const body = asked.replaceAll('allowed_payment_method_types', 'payment_method_types');
    const headers = { authorization: 'Bearer sk_test_123', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(mock + path, { method, headers, ...(method === 'POST' && { body }) });
    if (answer.ok) continue;
    refused += 1;
    console.error(`${method} ${path} is refused: ${await answer.text()}`);
  }
  console.log(`vendors: ${requests.length} kinds of requests, ${refused} refused by stripe-mock`);
  return refused === 0 && requests.length > 0 ? 0 : 1;
}

/** What went over the wire in a first contact with the stand-in. */
async function contactStandIn(): Promise<Exchange[]> {
  const standIn = createPaymentsStandIn({ payoutStepMs: 50 });
  await new Promise<void>((resolve) => standIn.server.listen(0, LOOPBACK, resolve));
  const { port } = standIn.server.address() as AddressInfo;
  const { exchanges, ...wire } = await watch(`http://${LOOPBACK}:${port}`);
  await contactPayments(contactOver(exchanges, true), {
    key: PAYMENTS_STAND_IN_KEYS.test,
    url: wire.url,
    webhookSecrets: [],
    listen: null,
    account: null,
    paidSession: null,
    unique: 'vendors',
    waitsMs: 30_000,
  });
  await wire.close();
  await standIn.close();
  return exchanges;
}

/** One request of each operation and set of parameters. */
function kindsOf(exchanges: readonly Exchange[]): Exchange[] {
  const kinds = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const { method, path, asked } = exchange;
    const parameters = new URLSearchParams(asked || path.split('?')[1]);
    kinds.set([operationOf(method, path), ...[...parameters.keys()].sort()].join(' '), exchange);
  }
  return [...kinds.values()];
}

exitWith(main(process.argv[2]!));
