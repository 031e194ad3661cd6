import type { AnyRoute } from '../../http/endpoint';
import { createLimiters } from '../../http/limits/limiters';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { startApi, type TestApi } from '../support/api';
import { csrfOf, sendForm, signIn } from '../support/people';
import { allRoutes, askRoute, exampleBody, nameOf } from '../support/routes';
import { useDatabase, useEach } from '../support/use';

const db = useDatabase();

/** Daily limits at a fifth of their normal size: 4 emails per mailbox, 20 per network, 60 per wider network. */
function limitersOfADay() {
  const [wide, real] = [createLimiters(1_000, { type: 'memory' }), createLimiters(0.2, { type: 'memory' })];
  const { mailsToMailbox, mailsOfNetwork, mailsOfWiderNetwork } = real.endpoint;
  return { ...wide, endpoint: { ...wide.endpoint, mailsToMailbox, mailsOfNetwork, mailsOfWiderNetwork } };
}
const api = useEach(() => startApi(db, { limiters: limitersOfADay(), settings: { trustedHops: 1 } }));

/** Routes where a stranger enters an email address. */
const named = allRoutes().filter(({ body }) => body?.properties && 'email' in body.properties);
/** Routes in `named` that send no email. */
const SILENT = ['POST /sign-in/password', 'POST /v1/scan/status', 'POST /account/data/erase'];
const mailing = named.filter((route) => !SILENT.includes(nameOf(route)));

let people = 0;
const somebody = () => `person-${people++}@strangers.example`;
const ask = (route: AnyRoute, email: string, network: string, from: TestApi = api) =>
  askRoute(from, route, { body: { ...exampleBody(route), email }, headers: { 'x-forwarded-for': network } });
const isRefused = async (route: AnyRoute, email: string, network: string) =>
  (await ask(route, email, network)).status === 429;

/** Requests emails from all routes in turn. Returns how many were accepted before the first rejection. */
async function spend(network: string, most: number, email = somebody): Promise<number> {
  for (let i = 0; i < most; i++) if (await isRefused(mailing[i % mailing.length]!, email(), network)) return i;
  return most;
}

test('limits the addresses that a network mails in a day, by any route, known or unknown', async () => {
  const network = '203.0.113.1';
  await ensureAccount(db, 'known@strangers.example', 'free');
  expect(await spend(network, 40)).toBe(20);
  for (const route of mailing) {
    const answer = async (email: string) => {
      const { status, text, headers } = await ask(route, email, network);
      const waits = Number(headers.get('retry-after')) > 3_600;
      return { status, waits, text: text.replaceAll(email, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b8\d{4}\b/g, '') };
    };
    const [known, unknown] = [await answer('known@strangers.example'), await answer(somebody())];
    expect([nameOf(route), known]).toMatchObject([nameOf(route), { status: 429, waits: true }]);
    expect(known).toEqual(unknown);
    expect(await isRefused(route, somebody(), '198.51.100.1')).toBe(false);
  }
  // These routes send no email, so the used-up limit must not affect them.
  for (const route of named.filter((each) => SILENT.includes(nameOf(each))))
    expect(await isRefused(route, somebody(), network)).toBe(false);
});

test('limits the networks of one customer to the daily mails of three', async () => {
  let taken = 0;
  for (let i = 0; i < 4; i++) taken += await spend(`2001:db8:7:${i}::1`, 20);
  expect(taken).toBe(60);
  expect(await spend('2001:db8:8::1', 5)).toBe(5);
});

test('limits a network to a few mails a day to one mailbox, which others can still mail', async () => {
  const spelled = (i: number) => `vic.tim+${i}@gmail.com`;
  let i = 0;
  expect(await spend('203.0.113.1', 10, () => spelled(i++))).toBe(4);
  for (const route of mailing) expect(await isRefused(route, 'victim@gmail.com', '203.0.113.1')).toBe(true);
  expect(await spend('203.0.113.2', 3, () => 'victim@gmail.com')).toBe(3);
  // Refused requests did not count against the network.
  expect(await spend('203.0.113.1', 20)).toBe(16);
});

test('mails a link to signed-in users even after strangers behind their address used it up', async () => {
  const email = somebody();
  const cookie = await signIn(api, db, email);
  expect(await spend('203.0.113.1', 40)).toBe(20);
  const headers = { cookie, 'x-forwarded-for': '203.0.113.1' };
  const answer = await sendForm(api, '/account/confirm', { csrf: await csrfOf(api, cookie) }, headers);
  expect([answer.status, answer.text.includes(email)]).toEqual([200, true]);
});
