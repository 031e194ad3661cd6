/**
 * `node dist/tools/vendors/main`: makes the first contact with the payment stand-in and sends each kind of request of it to
 * the provider's own mock too (stripe-mock, Go proxy), which is made of the provider's description: it refuses what that
 * does not know, and its answers have the types of the provider. Exits 1 where a request is refused, or where the
 * stand-in answers a field of another type. Needs go.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contactOver, judgeAll } from '../../admin/first-contact/assumption';
import { watch, type Exchange } from '../../admin/first-contact/forward';
import { PAYMENT_ASSUMPTIONS } from '../../admin/first-contact/payments';
import { contactPayments } from '../../admin/first-contact/payments-contact';
import { recordOf, typesThatDiffer } from '../../admin/first-contact/record';
import { freePort, LOOPBACK } from '../../local/ports';
import { foreign, launch } from '../../local/process/launch';
import { operationOf } from '../../providers/measured-calls';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { createPaymentsStandIn } from '../../stand-ins/payments/stand-in';
import { eventually } from '../../test/support/eventually';
import { exitWith } from '../../test/support/exit-with';
import { goPrograms } from '../../test/support/go-programs';

const STRIPE_MOCK = { packages: { 'stripe-mock': 'github.com/stripe/stripe-mock@v0.203.0' } };
/** Any key that looks like one of test mode is good for the mock. */
const MOCK_KEY = 'sk_test_123';

async function main(): Promise<number> {
  const { exchanges, flaws } = await contactStandIn();
  const mock = await startMock();
  const answers: Exchange[] = [];
  try {
    for (const request of kindsOf(exchanges)) {
      const answer = await send(mock.url, request);
      if (answer.status === 200) answers.push(answer);
      else flaws.push(`${request.method} ${request.path} is refused: ${answer.body.replaceAll(/\s+/g, ' ')}`);
    }
  } finally {
    await mock.stop();
  }
  flaws.push(...typesThatDiffer(recordOf(exchanges), recordOf(answers)));
  for (const flaw of flaws) console.error(flaw);
  console.log(`vendors: ${answers.length} kinds of requests taken by stripe-mock, ${flaws.length} flaws`);
  return flaws.length === 0 && answers.length > 0 ? 0 : 1;
}

/** What went over the wire in a first contact with the stand-in, and what the stand-in did otherwise. */
async function contactStandIn(): Promise<{ exchanges: Exchange[]; flaws: string[] }> {
  const standIn = createPaymentsStandIn({ payoutStepMs: 50 });
  await new Promise<void>((resolve) => standIn.server.listen(0, LOOPBACK, resolve));
  const { port } = standIn.server.address() as AddressInfo;
  const { exchanges, ...wire } = await watch(`http://${LOOPBACK}:${port}`);
  const contact = await contactPayments(contactOver(exchanges, true), {
    key: PAYMENTS_STAND_IN_KEYS.test,
    url: wire.url,
    webhookSecrets: [],
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

async function send(url: string, { method, path, asked }: Exchange): Promise<Exchange> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${MOCK_KEY}`, ...(method === 'POST' && form) },
    ...(method === 'POST' && { body: inEarlierWords(asked) }),
  });
  return {
    method,
    path,
    asked,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  };
}

/** A body as version 2026-08-26 has it, the last that the mock knows: one parameter had another name. */
const inEarlierWords = (body: string) => body.replaceAll('allowed_payment_method_types', 'payment_method_types');

async function startMock(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await goPrograms('stripe-mock', STRIPE_MOCK);
  const address = `${LOOPBACK}:${await freePort()}`;
  // Without an address of its own its port for https is open to the network.
  const args = ['-http-addr', address, '-https-addr', `${LOOPBACK}:${await freePort()}`];
  const guard = { pidFile: join(folder, `${process.pid}.pid`), stopSignal: 'SIGKILL', stopWithinMs: 5_000 } as const;
  const mock = await launch(
    foreign(join(folder, 'stripe-mock'), args, { PATH: process.env.PATH }, guard),
    () => undefined,
  );
  const url = `http://${address}`;
  const listens = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await eventually('stripe-mock listens', listens);
  return { url, stop: () => mock.stop() };
}

exitWith(main());
