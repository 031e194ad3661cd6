import { disputesWithoutOrder } from '../../store/orders/payment-events';
import { listAllOrders, listOrders } from '../../store/orders/list-orders';
import {
  ordersAwaitingPayment,
  ordersWithLostReservation,
  ordersWithStuckRefund,
} from '../../store/orders/sweep-orders';
import { readFigures } from '../../store/figures/read-figures';
import { addUpFigures } from '../../store/figures/add-up-figures';
import { findTeaser, listTeasers } from '../../store/opportunities/read-opportunities';
import {
  countSold,
  countTeasers,
  lowestPrice,
  searchTeasers,
  similarTeasers,
  type CatalogueFilter,
  type CatalogueOrder,
  type Place,
} from '../../store/opportunities/search-teasers';
import { readFacets } from '../../store/opportunities/read-facets';
import { acknowledge } from '../../store/outbox/acknowledge';
import { claimPending } from '../../store/outbox/claim-pending';
import { purgeDelivered } from '../../store/outbox/purge-delivered';
import { purgeExpired } from '../../store/retention/purge-expired';
import { overdueRuns } from '../../store/runs/end-overdue-runs';
import { listAllRuns } from '../../store/runs/list-all-runs';
import { listRuns } from '../../store/runs/list-runs';
import { openSessions } from '../../store/sessions/open-sessions';
import { monthOf, readUsage } from '../../store/usage/read-usage';
import { createCustomer, type Customer } from '../../test/support/api';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { acceptEvaluation } from './begin-runs';
import { seed, type Size } from './scale-seed';

/** Metadata that every run of the seed has. */
const COMMON = { team: 'bench' };
const BATCH = 100;
const PAGE = 21;

/** A filled database, with the account that is measured. */
export interface Sized {
  db: TestDatabase;
  customer: Customer;
  /** Ids of a page in the middle. */
  middle: { run: string; opportunity: string; order: string };
  lane: string;
}

/** Work that must not take longer the more rows there are; each returns how many it found. */
export const PROBES: Record<string, (sized: Sized) => Promise<number>> = {
  'outbox: claim and acknowledge 100': async (sized) => {
    const claimed = await claimPending(sized.db, BATCH, 600_000, sized.lane);
    await Promise.all(claimed.map(({ id }) => acknowledge(sized.db, id)));
    sized.lane = claimed.at(-1)!.lane;
    return claimed.length;
  },
  'outbox: delete delivered': ({ db }) => purgeDelivered(db, 86_400_000, 1_000),
  'run: accept': async ({ db, customer }) => [await acceptEvaluation(db, customer)].length,
  'runs: first page': async ({ db, customer }) => (await listRuns(db, live(customer), { limit: PAGE })).length,
  'runs: page in the middle': async ({ db, customer, middle }) =>
    (await listRuns(db, live(customer), { limit: PAGE, before: middle.run })).length,
  'runs: rare and old, by status and kind': async ({ db, customer }) =>
    (await listRuns(db, live(customer), { limit: PAGE, status: 'failed', kind: 'custom_search' })).length,
  'runs: rare and old, by kind': async ({ db, customer }) =>
    (await listRuns(db, live(customer), { limit: PAGE, kind: 'custom_search' })).length,
  'runs: by metadata that all of them have': async ({ db, customer, middle }) =>
    (await listRuns(db, live(customer), { limit: PAGE, before: middle.run, metadata: COMMON })).length,
  'runs: by metadata, rare and old': async ({ db, customer }) =>
    (await listRuns(db, live(customer), { limit: PAGE, metadata: { rarely: 'yes' } })).length,
  'runs: newest of all accounts': async ({ db }) => (await listAllRuns(db, PAGE)).length,
  'orders: first page': async ({ db, customer }) => (await listOrders(db, live(customer), { limit: PAGE })).length,
  'orders: page in the middle': async ({ db, customer, middle }) =>
    (await listOrders(db, live(customer), { limit: PAGE, before: middle.order })).length,
  'orders: rare and old, of all accounts': async ({ db }) => (await listAllOrders(db, PAGE, 'refund_failed')).length,
  'catalogue: first page': async ({ db }) => (await listTeasers(db, 'live', PAGE, null)).length,
  'catalogue: page in the middle': async ({ db, middle }) =>
    (await listTeasers(db, 'live', PAGE, middle.opportunity)).length,
  'catalogue: best page': (sized) => searched(sized, {}),
  'catalogue: best page in the middle': (sized) => searched(sized, {}, { value: 55, id: sized.middle.opportunity }),
  'catalogue: cheapest page in the middle': (sized) =>
    searched(sized, {}, { value: 55_000, id: sized.middle.opportunity }, 'price'),
  'catalogue: newest page in the middle': (sized) =>
    searched(sized, {}, { value: null, id: sized.middle.opportunity }, 'newest'),
  'catalogue: sold': ({ db }) => countSold(db),
  'catalogue: by a topic of many': (sized) => searched(sized, { topic: 'Topic 7' }),
  'catalogue: by a rare topic': (sized) => searched(sized, { topic: 'Puffins' }),
  'catalogue: by a geography of many': (sized) => searched(sized, { geography: 'Country 7' }),
  'catalogue: by a rare geography': (sized) => searched(sized, { geography: 'Iceland' }),
  'catalogue: by the language of most': (sized) => searched(sized, { language: 'en' }),
  'catalogue: by a rare language': (sized) => searched(sized, { language: 'is' }),
  'catalogue: by a price of half': (sized) => searched(sized, { maxPrice: 55_000 }),
  'catalogue: by a price of few': (sized) => searched(sized, { maxPrice: 1_000 }),
  'catalogue: by a score of most': (sized) => searched(sized, { minScore: 30 }),
  'catalogue: by a score of few': (sized) => searched(sized, { minScore: 99 }),
  'catalogue: by a word that all have': (sized) => searched(sized, { words: 'opportunity' }),
  'catalogue: by a rare word': (sized) => searched(sized, { words: 'puffin' }),
  'catalogue: by everything at once': (sized) =>
    searched(sized, { words: 'puffin', topic: 'Puffins', geography: 'Iceland', language: 'is', maxPrice: 1_000 }),
  'catalogue: counted': ({ db }) => countTeasers(db, {}),
  'catalogue: choices of its filters': async ({ db }) => (await readFacets(db, PAGE)).length,
  'catalogue: lowest price': async ({ db }) => (await lowestPrice(db))!.amount,
  'catalogue: similar ones': async ({ db, middle }) =>
    (await similarTeasers(db, (await findTeaser(db, middle.opportunity))!, 3)).length,
  'usage of a key with 400 runs this month': async ({ db, customer }) =>
    (await readUsage(db, { ...live(customer), apiKeyId: customer.keyId }, monthOf(new Date()))).runs.length,
  'sweep: overdue runs': async ({ db }) => (await overdueRuns(db, new Date(), 1_000)).length,
  'sweep: open sessions': async ({ db }) => (await openSessions(db, new Date(), 1_000)).length,
  'sweep: orders awaiting payment': async ({ db }) => (await ordersAwaitingPayment(db, new Date(), 1_000)).length,
  'sweep: stuck refunds': async ({ db }) => (await ordersWithStuckRefund(db, new Date(), 1_000)).length,
  'sweep: lost reservations': async ({ db }) => (await ordersWithLostReservation(db, new Date(), 1_000)).length,
  'sweep: disputes without order': async ({ db }) => (await disputesWithoutOrder(db, new Date(), 1_000)).length,
  'figures for operators': async ({ db }) => (await readFigures(db)).length,
  'retention, nothing due': async ({ db }) => Object.values(await purgeExpired(db, 1_000)).length,
};

const searched = async (
  { db }: Sized,
  filter: CatalogueFilter,
  after: Place | null = null,
  order: CatalogueOrder = 'score',
) => (await searchTeasers(db, filter, { limit: PAGE, after, order })).length;

const live = ({ accountId }: Customer) => ({ accountId, mode: 'live' as const });

/** Fills a new database. `connections` bounds its pool. */
export async function filled(size: Size, connections = 20): Promise<Sized> {
  const db = await createTestDatabase(connections);
  const customer = await createCustomer(db, { credits: 1_000 });
  await seed(db, { id: customer.accountId, keyId: customer.keyId }, size);
  await addUpFigures(db);
  await db.asOwner('VACUUM ANALYZE figure_changes');
  const padded = (n: number) => String(n).padStart(26, '0');
  const middle = {
    run: `run_${padded(size.runs / 2)}`,
    // On offer, which every fifth is not.
    opportunity: `opp_${padded(size.orders / 2 + 1)}`,
    order: `ord_${padded(size.orders / 2)}`,
  };
  return { db, customer, middle, lane: '' };
}
