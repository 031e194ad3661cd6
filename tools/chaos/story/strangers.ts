import { setTimeout as sleep } from 'node:timers/promises';
import { PACK_CREDITS } from '../../../contracts/orders';
import { call, IDEA } from '../../../test/support/api';
import type { Dice } from '../dice';
import { addOffer, ask, breaks, untilAnswered, type World } from './world';

/** Refusals of a form that are no surprise: somebody else was faster, or strangers hold enough. */
const EXPECTED = ['opportunity_unavailable', 'too_many_holds'];
const MAIL_WITHIN_MS = 15_000;
/** Less than the lifetime of a confirmation. */
const CONFIRMABLE_FOR_MS = 20_000;

/** What people without an account do again and again: buy by a form, pay by their address, or ask for a free scan. */
export async function comeAndGo(world: World, dice: Dice, name: string): Promise<void> {
  for (let visit = 0; !world.over.aborted; visit++) {
    await sleep(dice.between(200, 2_000));
    const after = dice.stream(`${name}-${visit}`);
    await (after.chance(0.5) ? buy : scan)(world, after, `${name}-${visit}`);
  }
}

async function buy(world: World, dice: Dice, key: string): Promise<void> {
  const product = dice.oneOf(['idea_check', 'custom_search', 'opportunity']);
  const opportunityId = product === 'opportunity' ? dice.oneOf(world.offers.live) : '';
  const quantity = product === 'opportunity' ? '1' : dice.oneOf(['1', String(PACK_CREDITS)]);
  const consents = { immediateAccessConsent: 'on', withdrawalLossAcknowledgment: 'on' };
  const form = new URLSearchParams({ product, opportunityId, quantity, idempotencyKey: key, ...consents });
  const address = { 'x-forwarded-for': `203.0.${dice.between(0, 255)}.${dice.between(1, 254)}` };
  // The page of the form gives a browser its cookie.
  const api = { url: world.place.apiUrl };
  const page = await untilAnswered(world, 'GET /buy', () =>
    call<{ code?: string }>(api, 'GET', '/buy?product=idea_check', { headers: address }),
  );
  const cookie = page?.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { ...address, cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const send = () => call<{ code?: string }>(api, 'POST', '/checkout/start', { body: form.toString(), headers });
  const answer = await ask(world, 'POST /checkout/start', send, EXPECTED);
  const sessionId = /cs_\w+/.exec(answer?.headers.get('location') ?? '')?.[0];
  if (sessionId === undefined) return;
  world.journal.note(`order ${product}, by a stranger`, { sessionId });
  if (dice.chance(0.3)) return;
  await world.place.provider.pay(sessionId, {
    email: `${key}@stranger.example`,
    country: dice.oneOf(['US', 'DE', 'FR']),
  });
  if (product === 'opportunity') await addOffer(world, 'live');
}

/** Asks for a free scan, and confirms it by its mail, or not. */
async function scan(world: World, dice: Dice, key: string): Promise<void> {
  const email = `${key}@scan.example`;
  const askedAt = Date.now();
  const api = { url: world.place.apiUrl };
  const send = () =>
    call<{ scanId: string; code?: string }>(api, 'POST', '/v1/scan', { body: { email, idea: `${IDEA} ${key}` } });
  const scanId = (await ask(world, 'POST /v1/scan', send, []))?.body.scanId;
  if (scanId === undefined) return;
  world.journal.note('scan', { scanId });
  if (dice.chance(0.2)) return;
  const token = await tokenMailedTo(world, email);
  if (token === null) return;
  const { forgotten } = world;
  const confirmed = await untilAnswered(world, 'GET /v1/scan/confirm', () =>
    call<{ code?: string }>(api, 'GET', `/v1/scan/confirm?token=${token}`, { headers: { accept: 'application/json' } }),
  );
  const inTime = Date.now() - askedAt < CONFIRMABLE_FOR_MS && world.timePassedAt < askedAt;
  if (confirmed && confirmed.status !== 200 && inTime && forgotten === world.forgotten)
    breaks(world, `the link of scan ${scanId} was refused: ${confirmed.text.slice(0, 300)}`);
  world.journal.note('scan confirmed', { scanId, status: confirmed?.status });
}

async function tokenMailedTo({ place: { postbox } }: World, email: string): Promise<string | null> {
  for (const until = Date.now() + MAIL_WITHIN_MS; Date.now() < until; await sleep(100)) {
    const mail = [...postbox.mails.values()].find(({ to, token }) => to === email && token !== null);
    if (mail) return mail.token;
  }
  return null;
}
