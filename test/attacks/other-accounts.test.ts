import { MODES, SCOPES } from '../../base/access';
import { newId, type IdPrefix } from '../../base/ids';
import type { AnyRoute } from '../../http/endpoint';
import { createKey } from '../../modules/accounts/store/keys';
import { createCustomer, type Customer } from '../support/api';
import { csrfOf, signIn } from '../support/people';
import { allRoutes, askRoute, exampleBody, idFieldsOf, named, nameOf, type RequestParts } from '../support/routes';
import { useSellingApi } from '../support/use';
import { createVictim, ownedRecords, type Victim } from '../support/victim';

// Tests for broken object level authorization. The cases come from the endpoint and page tables, so new routes are
// covered.

/** Anyone may view and buy opportunities on offer. The tests below check the owner of all other IDs. */
const PUBLIC = new Set(['GET /opportunities/{id}', 'POST /v1/opportunities/{id}/purchase']);

let victims: Victim[];
let stranger: Customer;
let cookie: string;
let csrf: string;
/** An account that never requests another account's IDs, because a request log shows what its account requested. */
let onlooker: { key: string; cookie: string };
/** Keys that must not reach a victim: another account's key in each mode, and the victim's key in the other mode. */
const attackers = new Map<Victim, string[]>();

const { db, api } = useSellingApi();
const ask = (route: AnyRoute, parts: RequestParts) => askRoute(api, route, parts);
const keyOf = async (accountId: string, mode: (typeof MODES)[number]) =>
  (await createKey(db, { accountId, name: 'attacker', mode, scopes: SCOPES })).secret;

async function signedIn() {
  const customer = await createCustomer(db);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } });
  return { customer, cookie: await signIn(api, db, email) };
}

beforeAll(async () => {
  victims = await Promise.all(MODES.map((mode) => createVictim(api, db, mode)));
  ({ customer: stranger, cookie } = await signedIn());
  csrf = await csrfOf(api, cookie);
  const other = await signedIn();
  onlooker = { key: other.customer.apiKey, cookie: other.cookie };
  for (const victim of victims) {
    const otherMode = victim.mode === 'live' ? 'test' : 'live';
    attackers.set(victim, [
      await keyOf(stranger.accountId, 'live'),
      await keyOf(stranger.accountId, 'test'),
      await keyOf(victim.accountId, otherMode),
    ]);
  }
});

/** The response without the parts that differ between requests. */
const masked = ({ status, text }: { status: number; text: string }, id: string) => [
  status,
  text
    .replaceAll(id, 'ID')
    .replace(/"requestId":"[^"]+"/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'REQUEST'),
];

const owned = allRoutes().filter((route) => route.id && !PUBLIC.has(nameOf(route)));
const keyed = owned.filter(({ auth }) => auth.type === 'key');
const pages = owned.filter(({ auth }) => auth.type === 'open');

/** The victim's objects of a kind. A new kind of ID needs a line in `createVictim`. */
function idsFor(victim: Victim, prefix: IdPrefix): string[] {
  const ids = victim.owned[prefix];
  if (!ids) throw new Error(`createVictim makes nothing with the prefix ${prefix}`);
  return ids;
}

test.each(named(keyed))('%s hides and protects what another account or mode owns', async (_, route) => {
  for (const victim of victims) {
    const before = await ownedRecords(db, victim);
    for (const key of attackers.get(victim)!) {
      const unknown = newId(route.id!.prefix);
      const nothing = masked(await ask(route, { key, id: unknown }), unknown);
      for (const id of idsFor(victim, route.id!.prefix)) {
        const answer = await ask(route, { key, id });
        expect(masked(answer, id)).toEqual(nothing);
        // Some routes need a live key. All others return 404, because a 403 would reveal that the object exists.
        expect([403, 404, 409]).toContain(answer.status);
      }
    }
    expect(await ownedRecords(db, victim)).toEqual(before);
  }
});

test.each(named(keyed.filter(({ method }) => method === 'GET')))('%s answers its own account', async (_, route) => {
  for (const { apiKey, owned: own } of victims) {
    const answers = await Promise.all((own[route.id!.prefix] ?? []).map((id) => ask(route, { key: apiKey, id })));
    // An evaluation has no portfolio, but its response differs from that for an unknown run.
    const found = answers.filter(({ status, text }) => status === 200 || text.includes('portfolio_not_applicable'));
    expect(found.length).toBeGreaterThan(0);
  }
});

test.each(named(pages))('%s shows nothing to another account', async (_, route) => {
  for (const victim of victims) {
    const unknown = newId(route.id!.prefix);
    const nothing = await ask(route, { cookie, id: unknown });
    expect(nothing.status).toBeGreaterThanOrEqual(400);
    for (const id of idsFor(victim, route.id!.prefix)) {
      expect(masked(await ask(route, { cookie, id }), id)).toEqual(masked(nothing, unknown));
    }
  }
});

test('shows a stranger nothing of other accounts in lists and pages without an ID', async () => {
  const secrets = victims.flatMap(({ owned: own, email, accountId }) => [
    ...Object.values(own).flat(),
    email,
    accountId,
  ]);
  const shown: unknown[] = [];
  for (const route of allRoutes().filter(({ method, id }) => method === 'GET' && !id)) {
    const { text } = await ask(route, onlooker);
    shown.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => [nameOf(route), secret]));
  }
  expect(shown).toEqual([]);
});

const idFields = allRoutes().flatMap((route) =>
  idFieldsOf(route)
    .filter(([, prefix]) => prefix !== 'opp')
    .map(([field, prefix]) => [`${field} of ${nameOf(route)}`, route, field, prefix] as const),
);

test.each(idFields)('%s refuses an ID of another account', async (_, route, field, prefix) => {
  const about = route.id ? { id: newId(route.id.prefix) } : {};
  const form = route.auth.type === 'open' ? { csrf } : {};
  const send = (id: string) =>
    ask(route, { ...about, cookie, key: stranger.apiKey, body: { ...exampleBody(route), ...form, [field]: id } });
  for (const victim of victims) {
    const before = await ownedRecords(db, victim);
    const unknown = newId(prefix);
    const nothing = masked(await send(unknown), unknown);
    for (const id of idsFor(victim, prefix)) expect(masked(await send(id), id)).toEqual(nothing);
    expect(await ownedRecords(db, victim)).toEqual(before);
  }
});
