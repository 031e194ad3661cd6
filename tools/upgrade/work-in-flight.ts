import type { Order } from '../../contracts/orders';
import { openDatabase } from '../../prisma/client';
import { controlAgents } from '../../test/support/agents';
import { call, createEvaluation, createSearch, IDEA, SEARCH, type Customer } from '../../test/support/api';
import { withdraw } from '../../test/support/contributors';
import { eventually } from '../../test/support/eventually';
import { ledgerFlaws, moneyFlaws } from '../../test/support/money-invariants';
import { tokenIn } from '../../test/support/mails';
import { creditFlaws } from '../../test/support/run-invariants';
import { CONSENTED, controlProvider } from '../../test/support/shop';
import type { RunningRelease } from './release';

/** Pace of agents, and one by which no session ends before the new build has all new work. */
const STEP_MS = 100;
const SLOW_STEP_MS = 60_000;
const WITHIN_MS = 600_000;

/** Sum in cents that waits for a review by default, and one that does not. */
const LARGE = 90_000;
const SMALL = 10_000;
/** Time until a transfer is available in its account: longer than the steps of an upgrade take. */
const AVAILABLE_AFTER_MS = 240_000;

/** People who use a release, by HTTP and by operators' commands alone, since its code is another than this. */
export interface WorkInFlight {
  /** Has a run and a purchase begin; `step` says after what. */
  begin(step: string): Promise<void>;
  /**
   * Lets agents work on, confirms and pays what waits for it, and brings everything to its end; returns what did not come
   * to it, and what the books say.
   */
  end(): Promise<string[]>;
}

/** Leaves evaluations and a search in session, checkouts unpaid, payouts in review and in transit, and scans under way. */
export async function leaveInFlight({ cluster, admin }: RunningRelease): Promise<WorkInFlight> {
  const { proxy, keys, account, payments, agents: agentsUrl } = cluster();
  const api = { url: proxy };
  const customer: Customer = { apiKey: keys.live, accountId: account.id, keyId: '' };
  const provider = controlProvider(payments);
  const agents = controlAgents(agentsUrl, async () => undefined);
  const flaws: string[] = [];
  const bought: string[] = [];

  const read = async (path: string, of: Customer) =>
    (await call<{ status: string }>(api, 'GET', path, { key: of.apiKey })).body.status;
  const reaches = async (path: string, states: readonly string[], of: Customer = customer) => {
    let last = '';
    await eventually(path, async () => states.includes((last = await read(path, of))), WITHIN_MS).catch(() =>
      flaws.push(`${path} is ${last}, not ${states.join(' or ')}`),
    );
  };
  const evaluate = async (about: string) => {
    const { status, body, text } = await createEvaluation(api, customer, about, { idea: `${IDEA}, ${about}` });
    if (status !== 202) throw new Error(`A run was refused: ${text}`);
    return `/v1/runs/${body.runId}`;
  };
  const order = async (about: string, product: object) => {
    const { status, body, text } = await call<Order & { checkoutSessionId: string }>(
      api,
      'POST',
      '/v1/checkout-sessions',
      { key: customer.apiKey, body: { ...CONSENTED, ...product }, headers: { 'idempotency-key': about } },
    );
    if (status !== 200) throw new Error(`An order was refused: ${text}`);
    return { path: `/v1/orders/${body.orderId}`, sessionId: body.checkoutSessionId };
  };
  const payout = async (amount: number) => {
    const { id } = await admin('accounts', 'create', '--email', `contributor-${amount}@example.com`, '--plan', 'pro');
    const { connectedAccountId } = await admin('contributors', 'add', '--account', id!);
    const connected = `accounts/${connectedAccountId}`;
    await provider.control(connected, { payoutsEnabled: true });
    await provider.control(connected, { availableAfterMs: AVAILABLE_AFTER_MS });
    await admin('ledger', 'credit', '--account', id!, '--amount', String(2 * amount), '--reason', 'before an upgrade');
    const { apiKey } = await admin('keys', 'create', '--account', id!, '--name', 'payouts', '--scopes', 'all');
    const contributor: Customer = { apiKey: apiKey!, accountId: id!, keyId: '' };
    const { withdrawalId } = (await withdraw(api, contributor, { amount, currency: 'usd' })).body;
    return { withdrawalId, path: `/v1/withdrawals/${withdrawalId}`, contributor, connected };
  };
  const mail = async <T>(path: string) => {
    const { mail: url } = cluster();
    return (await (await fetch(url + path, { headers: { authorization: 'Bearer reader' } })).json()) as T;
  };
  const scan = async (email: string) => {
    const body = { email, idea: `${IDEA}, ${email}`, marketingConsent: true };
    const { scanId } = (await call<{ scanId: string }>(api, 'POST', '/v1/scan', { body })).body;
    return { scanId, email };
  };
  const confirm = async (email: string) => {
    const sent = await eventually(`a mail to ${email}`, async () =>
      (await mail<{ data: { id: string; to: string | string[] }[] }>('/emails')).data.find(({ to }) =>
        [to].flat().includes(email),
      ),
    );
    const token = tokenIn(await mail(`/emails/${sent.id}`));
    const accept = 'application/json';
    const { status } = await call(api, 'GET', `/v1/scan/confirm?token=${token}`, { headers: { accept } });
    if (status !== 200) flaws.push(`a scan was confirmed with ${status}`);
  };

  const researched = (body: { scanId: string; email: string }) =>
    eventually(
      body.scanId,
      async () => (await call(api, 'POST', '/v1/scan/status', { body })).body.status === 'completed',
      WITHIN_MS,
    ).catch(() => flaws.push(`scan ${body.scanId} was not completed`));

  await agents.pace(SLOW_STEP_MS);
  const runs = [await evaluate('one'), await evaluate('two')];
  const search = await createSearch(api, customer, 'search', { ...SEARCH, candidateCount: 3 });
  runs.push(`/v1/runs/${search.body.runId}`);
  for (const path of runs) await reaches(path, ['running']);
  const [opportunity] = (await call<{ opportunityId: string }[]>(api, 'GET', '/v1/opportunities', {})).body;
  const orders = [
    await order('opportunity', { product: 'opportunity', opportunityId: opportunity!.opportunityId }),
    await order('credit', { product: 'idea_check' }),
  ];
  const [reviewed, sent] = [await payout(LARGE), await payout(SMALL)];
  await reaches(reviewed.path, ['under_review'], reviewed.contributor);
  await reaches(sent.path, ['processing'], sent.contributor);
  const [confirmedBefore, confirmedAfter] = ['before@example.net', 'after@example.net'];
  const scans = [await scan(confirmedBefore), await scan(confirmedAfter)];
  await confirm(confirmedBefore);

  return {
    async begin(step) {
      const { path, sessionId } = await order(step, { product: 'idea_check' });
      await provider.pay(sessionId);
      bought.push(path);
      runs.push(await evaluate(step));
    },
    async end() {
      await agents.pace(STEP_MS);
      await confirm(confirmedAfter);
      for (const { sessionId } of orders) await provider.pay(sessionId);
      await provider.control(reviewed.connected, { availableAfterMs: 0 });
      await admin('withdrawals', 'approve', reviewed.withdrawalId, '--reason', 'looked at');
      const db = openDatabase(cluster().database, 2);
      await Promise.all([
        ...runs.map((path) => reaches(path, ['completed'])),
        ...scans.map(researched),
        ...[...bought, ...orders.map(({ path }) => path)].map((path) => reaches(path, ['fulfilled'])),
        ...[reviewed, sent].map(({ path, contributor }) => reaches(path, ['paid'], contributor)),
      ]);
      const books = [await moneyFlaws(db, provider), await ledgerFlaws(db, provider), await creditFlaws(db)];
      await db.close();
      return [...flaws, ...books.flat()];
    },
  };
}
