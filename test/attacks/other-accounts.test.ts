import { MODES, SCOPES } from '../../contracts/access';
import { newId, type IdPrefix } from '../../contracts/ids';
import { createKey } from '../../store/keys/create-key';
import type { AnyRoute } from '../../http/endpoint';
import { createCustomer, type Customer } from '../support/api';
import { csrfOf, signIn } from '../support/people';
import { allRoutes, exampleBody, idFieldsOf, nameOf, requestFor, type RequestParts } from '../support/routes';
import { ownedRecords, createVictim, type Victim } from '../support/victim';
import { useSellingApi } from '../support/use';

// Broken object level authorization; derived from the tables of endpoints and pages, so additions are covered.

/** Ids of public objects, which everybody may view and buy; other routes check the owner. */
const PUBLIC = new Set(['GET /opportunities/{id}', 'POST /v1/opportunities/{id}/purchase']);

let victims: Victim[];
let stranger: Customer;
let cookie: string;
let csrf: string;
// Payments are configured, so that the routes that sell and pay out can be attacked.
const { db, api } = useSellingApi();
beforeAll(async () => {
  victims = await Promise.all(MODES.map((mode) => createVictim(api, db, mode)));
  stranger = await createCustomer(db);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: stranger.accountId } });
  cookie = await signIn(api, db, email);
  csrf = await csrfOf(api, cookie);
});

async function ask(route: AnyRoute, parts: RequestParts): Promise<{ status: number; text: string }> {
  const { path, init } = requestFor(route, parts);
  const response = await fetch(api.url + path, init);
  return { status: response.status, text: await response.text() };
}

/** An answer without the parts that differ with every request. */
const masked = (text: string, id: string) =>
  text
    .replaceAll(id, 'ID')
    .replace(/"requestId":"[^"]+"/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'REQUEST');

const owned = allRoutes().filter((route) => route.id && !PUBLIC.has(nameOf(route)));
const keyed = owned.filter(({ auth }) => auth.type === 'key');
const pages = owned.filter(({ auth }) => auth.type === 'open');
const named = (routes: readonly AnyRoute[]) => routes.map((route) => [nameOf(route), route] as const);

/** Attackers with a key: another account in each mode, and the account itself in the other mode. */
const keysOfOthers = (victim: Victim): Promise<string[]> => {
  const made = attackers.get(victim) ?? makeKeys(victim);
  attackers.set(victim, made);
  return made;
};
// Made once: an account has a limited number of keys.
const attackers = new Map<Victim, Promise<string[]>>();

async function makeKeys(victim: Victim): Promise<string[]> {
  const keys: string[] = [];
  for (const mode of MODES) {
    keys.push((await createKey(db, { accountId: stranger.accountId, name: 'other', mode, scopes: SCOPES })).secret);
  }
  const other = victim.mode === 'live' ? 'test' : 'live';
  keys.push((await createKey(db, { accountId: victim.accountId, name: 'mode', mode: other, scopes: SCOPES })).secret);
  return keys;
}

/** The victim's object of the kind that a route names; a new kind of id needs a line in `createVictim`. */
function idsFor(victim: Victim, prefix: IdPrefix): string[] {
  const ids = victim.owned[prefix];
  if (!ids) throw new Error(`test/support/victim.ts makes nothing with the prefix ${prefix}`);
  return ids;
}

test.each(named(keyed))(
  '%s answers another account, and the other mode, as if there were nothing, and changes nothing',
  async (_, route) => {
    for (const victim of victims) {
      const before = await ownedRecords(db, victim);
      for (const key of await keysOfOthers(victim)) {
        const unknown = newId(route.id!.prefix);
        const nothing = await ask(route, { key, id: unknown });
        for (const id of idsFor(victim, route.id!.prefix)) {
          const answer = await ask(route, { key, id });
          expect(answer.status).toBe(nothing.status);
          expect(masked(answer.text, id)).toBe(masked(nothing.text, unknown));
          // Some need a live key; otherwise the answer is 404, never a refusal that reveals the owner.
          expect([403, 404, 409]).toContain(answer.status);
        }
      }
      expect(withoutKeys(await ownedRecords(db, victim))).toEqual(withoutKeys(before));
    }
  },
);

// The attack needs a key of the victim's account in its other mode.
const withoutKeys = (all: unknown) => ({ ...(all as object), keys: null });

test.each(named(keyed.filter(({ method }) => method === 'GET')))('%s answers its own account', async (_, route) => {
  for (const { apiKey, owned: own } of victims) {
    const answers = await Promise.all((own[route.id!.prefix] ?? []).map((id) => ask(route, { key: apiKey, id })));
    // Only searches have a portfolio: an evaluation's answer differs from that for an unknown run.
    const found = answers.filter(({ status, text }) => status === 200 || text.includes('portfolio_not_applicable'));
    expect(found.length).toBeGreaterThan(0);
  }
});

test.each(named(pages))('%s shows another account nothing', async (_, route) => {
  for (const victim of victims) {
    const unknown = newId(route.id!.prefix);
    const nothing = await ask(route, { cookie, id: unknown });
    for (const id of idsFor(victim, route.id!.prefix)) {
      const answer = await ask(route, { cookie, id });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect([answer.status, masked(answer.text, id)]).toEqual([nothing.status, masked(nothing.text, unknown)]);
    }
  }
});

// Of another stranger, who has asked for nothing of theirs: the log of requests names what one asked for oneself.
let onlooker: { key: string; cookie: string };
beforeAll(async () => {
  const { accountId, apiKey: key } = await createCustomer(db);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  onlooker = { key, cookie: await signIn(api, db, email) };
});

test.each(named(allRoutes().filter(({ method, id }) => method === 'GET' && !id)))(
  '%s tells neither a stranger’s key nor their browser of what others have',
  async (_, route) => {
    const { text } = await ask(route, onlooker);
    const secrets = victims.flatMap(({ owned: own, email, accountId }) => [
      ...Object.values(own).flat(),
      email,
      accountId,
    ]);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  },
);

/** Fields of forms that name something by its id. */
const idFields = allRoutes().flatMap((route) =>
  idFieldsOf(route)
    .filter(([, prefix]) => prefix !== 'opp')
    .map(([field, prefix]) => [`${field} of ${nameOf(route)}`, route, field, prefix] as const),
);

test('the pages have forms that hold ids', () => {
  expect(idFields.length).toBeGreaterThan(2);
});

test.each(idFields)(
  '%s of another account is answered as if there were nothing, and changes nothing',
  async (_, route, field, prefix) => {
    const about = route.id ? { id: newId(route.id.prefix) } : {};
    const form = route.auth.type === 'open' ? { csrf } : {};
    const send = (id: string) =>
      ask(route, { ...about, cookie, key: stranger.apiKey, body: { ...exampleBody(route), ...form, [field]: id } });
    for (const victim of victims) {
      const before = await ownedRecords(db, victim);
      const unknown = newId(prefix);
      const nothing = await send(unknown);
      for (const id of idsFor(victim, prefix)) {
        const answer = await send(id);
        expect([answer.status, masked(answer.text, id)]).toEqual([nothing.status, masked(nothing.text, unknown)]);
      }
      expect(await ownedRecords(db, victim)).toEqual(before);
    }
  },
);
