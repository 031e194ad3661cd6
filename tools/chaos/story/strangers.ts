import { setTimeout as sleep } from 'node:timers/promises';
import { PACK_CREDITS } from '../../../contracts/orders';
import { call } from '../../../test/support/api';
import type { Dice } from '../dice';
import { addOffer, ask, untilAnswered, type World } from './world';

/** Refusals of a form that are no surprise: somebody else was faster, or strangers hold enough. */
const EXPECTED_OF_FORMS = ['opportunity_unavailable', 'too_many_holds'];

/** People without an account buy again and again: by a form, and pay by their address. */
export async function buyByForm(world: World, dice: Dice, name: string): Promise<void> {
  for (let visit = 0; !world.over.aborted; visit++) {
    await sleep(dice.between(200, 2_000));
    await buyOnce(world, dice.stream(`${name}-${visit}`), `${name}-${visit}`);
  }
}

async function buyOnce(world: World, dice: Dice, key: string): Promise<void> {
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
  const answer = await ask(world, 'POST /checkout/start', send, EXPECTED_OF_FORMS);
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
