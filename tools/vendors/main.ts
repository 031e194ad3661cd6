/**
 * `node dist/tools/vendors/main ADDRESS`: makes first contact with the payment stand-in. Then repeats each kind of
 * request at the stripe-mock at ADDRESS, which rejects anything that the provider does not describe. Exits with 1 if a
 * request is rejected or a stand-in's field has another type.
 */
import type { AddressInfo } from 'node:net';
import { contactOver, judgeAll, watch, type Exchange } from '../../admin/first-contact/assumption';
import { PAYMENT_ASSUMPTIONS } from '../../admin/first-contact/payments';
import { contactPayments } from '../../admin/first-contact/payments-contact';
import { recordOf, typesThatDiffer } from '../../admin/first-contact/record';
import { LOOPBACK } from '../../local/ports';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { createPaymentsStandIn } from '../../stand-ins/payments/stand-in';
import { exitWith } from '../../test/support/exit-with';
import { operationOf } from '../../vendors/measured-calls';

const EVERY_TERM = { tax: { behavior: 'exclusive', code: 'txcd_10000000' }, invoices: true } as const;

async function main(mock: string): Promise<number> {
  const { exchanges, flaws } = await contactStandIn();
  const answers: Exchange[] = [];
  const kinds = kindsOf(exchanges);
  // The mock knows only version 1 of the API; for version 2, the client's types check requests.
  const askable = kinds.filter(({ path }) => path.startsWith('/v1/'));
  for (const request of askable) {
    const answer = await send(mock, request);
    if (answer.status === 200) answers.push(answer);
    else flaws.push(`${request.method} ${request.path} is refused: ${answer.body.replaceAll(/\s+/g, ' ')}`);
  }
  flaws.push(...typesThatDiffer(recordOf(exchanges), recordOf(answers)));
  for (const flaw of flaws) console.error(flaw);
  console.log(`vendors: ${answers.length} kinds of requests accepted by stripe-mock, ${flaws.length} flaws`);
  console.log(
    `${kinds.length - askable.length} kinds of requests to version 2 of the API were skipped: the mock does not know it`,
  );
  return flaws.length === 0 && answers.length > 0 ? 0 : 1;
}

/** Makes first contact with the stand-in. Returns its requests and responses, and its deviations. */
async function contactStandIn(): Promise<{ exchanges: Exchange[]; flaws: string[] }> {
  const standIn = createPaymentsStandIn({ payoutStepMs: 50 });
  await new Promise<void>((resolve) => standIn.server.listen(0, LOOPBACK, resolve));
  const { port } = standIn.server.address() as AddressInfo;
  const { exchanges, ...wire } = await watch(`http://${LOOPBACK}:${port}`);
  const contact = await contactPayments(contactOver(exchanges, true), {
    key: PAYMENTS_STAND_IN_KEYS.test,
    url: wire.url,
    webhookSecrets: [],
    checkout: EVERY_TERM,
    everyTerm: EVERY_TERM,
    endpoint: null,
    listen: null,
    account: null,
    paidSession: null,
    unique: 'vendors',
    waitsMs: 30_000,
  });
  const verdicts = await judgeAll('payments', PAYMENT_ASSUMPTIONS, contact);
  await wire.close();
  await standIn.close();
  const differing = verdicts.filter(({ result }) => result === 'differs');
  return { exchanges, flaws: differing.map(({ assumption, seen }) => `the stand-in, ${assumption}: ${seen}`) };
}

/** One request per operation and set of parameters. */
function kindsOf(exchanges: readonly Exchange[]): Exchange[] {
  const kinds = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const { method, path, asked } = exchange;
    const parameters = new URLSearchParams(asked || path.split('?')[1]);
    kinds.set([operationOf(method, path), ...[...parameters.keys()].sort()].join(' '), exchange);
  }
  return [...kinds.values()];
}

async function send(url: string, { method, path, asked }: Exchange): Promise<Exchange> {
  // The mock's latest version, 2026-08-26, names one parameter differently.
  const body = asked.replaceAll('allowed_payment_method_types', 'payment_method_types');
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer sk_test_123', 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { body }),
  });
  const { status, headers } = answer;
  return { method, path, asked, status, headers: Object.fromEntries(headers), body: await answer.text() };
}

exitWith(main(process.argv[2]!));
