import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { accessOf, reads, withDatabase } from '../../admin/context';
import { createProgram, leavesOf } from '../../admin/main';
import { generateSealingKey } from '../../base/secrets';
import { sampleOpportunities } from '../../local/seed';
import { hashApiKey } from '../../modules/accounts/contract';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { suspendAccount } from '../../modules/erasure/store/suspension';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { recordMailEvent } from '../../modules/mail/store/mails';
import { toPayment } from '../../modules/orders/store/orders';
import { recordRefunds } from '../../modules/orders/store/refunds';
import { listAuditEvents } from '../../modules/outbox/store/audit';
import type { BreakCause } from '../../modules/reconciliation/contract';
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/answer';
import { startAgents } from '../support/agents';
import { createEvaluation, createWebhook, type Customer } from '../support/api';
import { createContributor, openConnectedAccount, withdraw } from '../support/contributors';
import { pollAs, secretsOf, runAdmin } from '../support/operator';
import { recordTestBreak } from '../support/reconciliation';
import { complete, fail } from '../support/runs';
import { openTestOrder, payTestOrder, refundTestPayment } from '../support/sales';
import { offer } from '../support/shop';
import { use, useSellingApi } from '../support/use';
import { TEST_SEALING_KEY } from '../support/webhooks';

let customer: Customer;

const TASK_QUEUE = `commands-${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'noi-commands-'));

const { db, api, provider } = useSellingApi({ settings: { payoutReviewThreshold: 1 } });
const agents = use(startAgents);
beforeAll(async () => {
  customer = await createContributor(db, { connectedAccountId: await openConnectedAccount(provider) });
  await db.prisma.account.update({ where: { id: customer.accountId }, data: { passwordHash: '$argon2id$needle' } });
});
afterAll(() => rmSync(folder, { recursive: true }));

const SEALING_KEY = generateSealingKey();

const admin = (...args: string[]) =>
  runAdmin(args, {
    DATABASE_URL: db.url,
    ADMIN_ACTOR: 'ada',
    WEBHOOK_SECRET_KEY: `${SEALING_KEY},${TEST_SEALING_KEY}`,
    ...agents.settings,
    CITED_PAGES_ORIGIN: agents.url,
    STRIPE_SECRET_KEY_LIVE: PAYMENTS_STAND_IN_KEYS.live,
    STRIPE_BASE_URL: provider.url,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
    TASK_QUEUE,
  });

/** Writes a file with the answers for `init` that the environment lacks. Returns the file's path. */
function answersFile(): string {
  const path = join(folder, 'answers');
  const mail = 'OPERATOR_EMAIL=oncall@example.com\nRESEND_API_KEY=re_x\nRESEND_WEBHOOK_SECRET=whsec_mail\n';
  writeFileSync(path, `DOMAIN=shop.example.com\nSELLER_NAME=Shop\n${mail}STRIPE_WEBHOOK_SECRETS_LIVE=whsec_live\n`);
  return path;
}

const accountId = () => customer.accountId;
const newKey = async () =>
  JSON.parse(
    (await admin('keys', 'create', '--account', accountId(), '--name', 'x', '--scopes', 'runs', '--json')).stdout,
  ) as { id: string };
const otherAccount = async (suspended = false) => {
  const { id } = await ensureAccount(db, `other-${Math.random()}@example.com`, 'free');
  if (suspended) await suspendAccount(db, id);
  return id;
};
const newWebhook = async () => (await createWebhook(api, customer, `hook-${Math.random()}`)).body.webhookId;
const newWithdrawal = async () => (await withdraw(api, customer, { amount: 5_000, currency: 'usd' })).body.withdrawalId;
const importFile = () => {
  const path = join(folder, 'opportunity.json');
  writeFileSync(path, JSON.stringify(sampleOpportunities()[0]));
  return path;
};
const opportunityId = () => (sampleOpportunities()[0] as { opportunityId: string }).opportunityId;

/** One call to every command, ordered so that each has data to work on. A new command needs a line here. */
const CALLS: Record<string, () => string[] | Promise<string[]>> = {
  'accounts create': () => ['--email', 'new@example.com'],
  'accounts budget': () => [accountId(), '--monthly', '5000'],
  'accounts show': () => [accountId()],
  'accounts list': () => ['--email', 'example.com'],
  'accounts suspend': async () => [await otherAccount()],
  'accounts export': () => [accountId(), '--out', join(folder, 'export.zip')],
  'accounts erase': async () => [await otherAccount()],
  'accounts resume': async () => [await otherAccount(true)],
  'entitlements grant': () => ['--account', accountId(), '--kind', 'idea_check'],
  'keys create': () => ['--account', accountId(), '--name', 'made', '--scopes', 'runs'],
  'keys rotate': async () => [(await newKey()).id],
  'keys revoke': async () => [(await newKey()).id],
  'keys list': () => ['--account', accountId()],
  'runs show': async () => [await newRun()],
  'runs recompute': async () => [await completedRun()],
  'runs list': () => [],
  'runs cancel': async () => [await newRun()],
  'runs retry': async () => [await failedRun()],
  'samples publish': async () => [
    (sampleRun = await completedRun()),
    '--kind',
    'idea_check',
    '--reason',
    'they agreed',
  ],
  'samples list': () => [],
  'samples withdraw': () => [sampleRun, '--reason', 'they changed their mind'],
  queue: () => [],
  figures: () => [],
  'webhooks test': async () => [await newWebhook()],
  'webhooks replay': async () => [await newWebhook(), '--since', '2026-11-01'],
  'webhooks rotate': async () => [await newWebhook()],
  'webhooks disable': async () => [await newWebhook()],
  'webhooks reseal': () => [],
  'webhooks list': () => [],
  'webhooks deliveries': async () => [await newWebhook()],
  'opportunities import': () => [importFile()],
  'opportunities list': () => [],
  'opportunities archive': () => [opportunityId()],
  'opportunities offer': async () => [await returnedOpportunity()],
  'orders list': () => [],
  'orders show': async () => [await newOrder()],
  'orders refund': async () => [(await paidOrder()).orderId, '--reason', 'asked for by the buyer'],
  'orders settle': async () => [await orderWithFailedRefund(), '--outcome', 'returned', '--reason', 'by bank transfer'],
  'contributors add': () => ['--account', accountId()],
  'ledger settle': async () => {
    const { accountId: owed } = await createContributor(db, { balance: 500 });
    return ['--account', owed, '--amount', '500', '--reason', 'paid by bank transfer'];
  },
  'ledger credit': () => ['--account', accountId(), '--amount', '1', '--reason', 'a bonus'],
  'ledger books': () => [],
  'ledger show': () => ['--account', accountId()],
  'withdrawals list': () => [],
  'withdrawals show': async () => [await newWithdrawal()],
  'withdrawals retry': async () => [await newWithdrawal(), '--reason', 'it stands still'],
  'withdrawals fail': async () => [await newWithdrawal(), '--reason', 'they asked us to'],
  'withdrawals approve': async () => [await newWithdrawal(), '--reason', 'known'],
  'withdrawals reject': async () => [await newWithdrawal(), '--reason', 'unknown'],
  'agents provision': () => [],
  'agents drift': () => [],
  'deploy status': async () => {
    await pollAs(TASK_QUEUE, 'one', 'two');
    return [];
  },
  'deploy next': () => ['one'],
  'deploy promote': () => ['one'],
  'deploy ramp': () => ['two', '--percent', '10'],
  'deploy rollback': () => [],
  'deploy move': () => ['one', '--to', 'two'],
  'deploy restored': () => ['--reason', 'a restore'],
  'mail suppressed': () => ['--email', 'bounced@example.com'],
  'mail allow': () => ['--email', 'bounced@example.com'],
  reconcile: async () => ['--settle', (await newBreak('amount')).id],
  'orphans list': () => [],
  'orphans return': async () => [(await newBreak('unknown_order')).id],
  'runs resume': async () => [(await createEvaluation(api, customer, 'resumed')).body.runId],
  'runs release': async () => [await heldRun()],
  'alerts list': () => [],
  'audit list': () => [],
  'secrets list': () => [],
  'first-contact': () => ['--only', 'agents'],
  doctor: () => [],
  init: () => ['--answers', answersFile(), '--out', join(folder, '.env')],
};

let runs = 0;
let sampleRun: string;
const newRun = async () => {
  await grantEntitlements(db, accountId(), 'idea_check', 1);
  return (await createEvaluation(api, customer, `operated-${runs++}`)).body.runId;
};
const completedRun = async () => {
  const runId = await newRun();
  await complete(db, runId, sampleFindings);
  return runId;
};
const failedRun = async () => {
  const runId = await newRun();
  await fail(db, runId, 'agent_unavailable');
  return runId;
};

const newBreak = (cause: BreakCause) => recordTestBreak(db, cause);

/** Commands that exit with 1 because of their findings, not because of a failure. */
const REPORTS = ['doctor'];

/** Commands that record an observation. They write an event only if the observation differs from the previous one. */
const OBSERVES = ['agents drift'];

async function paidOrder(sold?: string) {
  const product = sold === undefined ? 'idea_check' : 'opportunity';
  const orderId = await openTestOrder(db, { accountId: accountId(), product, ...(sold && { opportunityId: sold }) });
  return { orderId, ...(await payTestOrder(db, orderId)) };
}
async function orderWithFailedRefund(): Promise<string> {
  const { orderId } = await paidOrder();
  const { paymentId } = await payTestOrder(db, orderId);
  const payment = toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } }));
  await recordRefunds(db, payment, { refunds: [], refusal: 'the card is closed' });
  return orderId;
}
async function heldRun(): Promise<string> {
  const id = await newRun();
  await db.prisma.run.update({ where: { id }, data: { review: true } });
  return id;
}
async function returnedOpportunity(): Promise<string> {
  const id = await offer(db);
  const { paymentId } = await paidOrder(id);
  await refundTestPayment(db, paymentId, [{ status: 'succeeded' }]);
  return id;
}

async function newOrder(): Promise<string> {
  const id = await openTestOrder(db, { accountId: accountId() });
  const [buyerTokenHash, buyerAddressHash] = ['token', 'address'].map((of) => Buffer.from(`${of} hash of a buyer`));
  await db.prisma.order.update({
    where: { id },
    data: { buyerTokenHash: buyerTokenHash!, buyerAddressHash: buyerAddressHash! },
  });
  return id;
}

function pathOf(command: Command): string {
  return command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

test('every command declares whether it reads or writes, and is tested here', async () => {
  const commands = leavesOf(await createProgram());
  expect(commands.filter((command) => accessOf(command) === null).map(pathOf)).toEqual([]);
  expect(commands.map(pathOf).toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

test('every command that writes is audited, and no output contains a secret', async () => {
  await createEvaluation(api, customer, 'beforehand');
  await recordMailEvent(db, { id: 'm1', type: 'email.bounced', reason: 'bounce', addresses: ['bounced@example.com'] });
  const access = new Map(leavesOf(await createProgram()).map((command) => [pathOf(command), accessOf(command)]));
  const printed: string[] = [];
  const silent: string[] = [];
  const unsigned: object[] = [];
  for (const [path, args] of Object.entries(CALLS)) {
    const words = [...path.split(' '), ...(await args())];
    const writing = access.get(path) === 'write';
    const reasoned = writing && !words.includes('--reason') ? [...words, '--reason', 'asked by the owner'] : words;
    const { status: code, stdout, stderr } = await admin(...reasoned, '--json');
    if (code !== 0 && !REPORTS.includes(path)) throw new Error(`${path}: ${stderr}`);
    expect([path, asJson(stdout)]).toEqual([path, expect.anything()]);
    printed.push(stdout, stderr);
    const events = (await listAuditEvents(db, 1_000)).filter(
      ({ actorKind, via }) => actorKind === 'operator' && via === path,
    );
    if (writing && events.length === 0) silent.push(path);
    unsigned.push(...events.filter(({ actor, reason }) => actor !== 'ada' || (!reason && path !== 'keys create')));
  }
  expect(unsigned).toEqual([]);
  expect(silent).toEqual(OBSERVES);
  const output = printed.join('\n');
  expect((await secretsOf(db)).filter((secret) => output.includes(secret))).toEqual([]);
  expect(output).not.toMatch(/passwordHash|argon2|"type":"Buffer"/);
  expect(output).not.toContain(hashApiKey(customer.apiKey).toString('hex'));
});

/** The output as one JSON value; null if it is not JSON. */
function asJson(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

test('a command that reads cannot write', async () => {
  process.env.DATABASE_URL = db.url;
  const write = () => new Command('parent').addCommand(reads(new Command('looks'))).commands[0]!;
  const insert = withDatabase(write(), (handle) =>
    handle.pool.query("INSERT INTO rate_limits (key) VALUES ('written by a reader')"),
  );
  await expect(insert).rejects.toThrow('read-only');
  await expect(withDatabase(new Command('undeclared'), () => Promise.resolve())).rejects.toThrow(
    'must be declared with reads() or writes()',
  );
});
