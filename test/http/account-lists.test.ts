import { newId } from '../../contracts/ids';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { saveArtifact } from '../../store/runs/save-artifact';
import { call, createCustomer, type Customer } from '../support/api';
import { signIn } from '../support/people';
import { allRoutes } from '../support/routes';
import { searchFixture } from '../support/search-fixture';
import { createVictim } from '../support/victim';
import { MOST_PAGE_BYTES, wireBytes } from '../support/wire-bytes';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

type Listed = Record<string, unknown>;
interface List {
  data: Listed[];
  nextCursor: string | null;
}
type Mode = 'live' | 'test';

const at = new Date('2026-11-21T05:00:00.000Z');

async function addOrder({ accountId }: Customer, mode: Mode): Promise<string> {
  const id = newId('ord');
  await db.prisma.order.create({
    data: {
      id,
      accountId,
      mode,
      product: 'idea_check',
      productName: 'Idea Check',
      status: 'expired',
      priceAmount: 4_900,
      priceCurrency: 'usd',
      checkoutSessionId: `cs_${id}`,
      checkoutUrl: 'https://pay.example.com/',
      expiresAt: at,
      holdEndsAt: at,
      consentTextVersion: '2026-11-01',
      consentRecordedAt: at,
    },
  });
  return id;
}

async function addWithdrawal({ accountId }: Customer, mode: Mode): Promise<string> {
  const id = newId('wdr');
  await db.prisma.withdrawal.create({
    data: { id, accountId, mode, amount: 1_000, currency: 'usd', note: 'mine', status: 'failed', review: false },
  });
  return id;
}

/** All pages of a list, two entries each. */
async function readAll(path: string, key: string): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${cursor}`;
    const { body } = await call<List>(api, 'GET', `${path}?limit=2${query}`, { key });
    expect(body.data.length).toBeLessThanOrEqual(2);
    all.push(...body.data);
    cursor = body.nextCursor;
  }
  return all;
}

test.each([
  ['orders', 'orderId', addOrder],
  ['withdrawals', 'withdrawalId', addWithdrawal],
] as const)('%s are listed by their owner, newest first, each once and as it is read alone', async (name, id, add) => {
  const path = `/v1/${name}`;
  const customer = await createCustomer(db);
  const other = await createCustomer(db);
  const own: string[] = [];
  for (let i = 0; i < 5; i++) {
    own.unshift(await add(customer, 'live'));
    await add(customer, 'test');
    await add(other, 'live');
  }
  const listed = await readAll(path, customer.apiKey);
  expect(listed.map((one) => one[id])).toEqual(own);
  const { headers, body } = await call<Listed>(api, 'GET', `${path}/${own[0]}`, { key: customer.apiKey });
  const { invoice, ...alone } = body;
  expect([listed[0], invoice ?? null]).toEqual([alone, null]);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const { apiKey: test } = await createCustomer(db, { mode: 'test' });
  expect(await readAll(path, test)).toEqual([]);
});

test.each(['/v1/orders', '/v1/withdrawals'])('%s refuses a cursor or a size that is none', async (path) => {
  const { apiKey } = await createCustomer(db);
  for (const query of ['cursor=run_1', 'cursor=', 'limit=0', 'limit=101', 'limit=x', 'before=1']) {
    const { status, body } = await call(api, 'GET', `${path}?${query}`, { key: apiKey });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  }
});

/** Answers that are no page of the account: a stream, and what is downloaded or lies at the provider. */
const NO_PAGES = ['/account/runs/{id}/events', '/account/runs/{id}/documents', '/account/orders/{id}/invoice'];

test('every page of the account and the dossier of 25 candidates weigh at most 100 kB over the wire', async () => {
  const { email, owned } = await createVictim(api, db, 'live');
  const cookie = await signIn(api, db, email);
  const [, ready] = owned.run!;
  const renderer = createDossierRenderer();
  const { findings, portfolio } = searchFixture(25);
  await saveArtifact(db, ready!, 'dossierHtml', await renderer.html(findings, portfolio));
  await renderer.close();
  const paths = allRoutes()
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/account') && !NO_PAGES.includes(path))
    .map(({ path, id }) => (id ? path.replace('{id}', owned[id.prefix]!.at(-1)!) : path));
  expect(paths).toEqual(
    expect.arrayContaining(['/account', `/account/runs/${ready}`, `/account/runs/${ready}/dossier`]),
  );
  const weights: { path: string; bytes: number }[] = [];
  for (const path of paths) weights.push({ path, bytes: await wireBytes(api, path, cookie) });
  expect(weights.filter(({ bytes }) => bytes < 2_000 || bytes > MOST_PAGE_BYTES)).toEqual([]);
});
