import { HANDLED_EVENTS } from '../../providers/payments/provider-events';
import { readSources, statementsOf } from '../support/store-source';

const ROOMS = [
  ...['contracts', 'domain', 'platform', 'store', 'documents', 'activities', 'workflows', 'worker'],
  ...['http', 'commands', 'api', 'web', 'server', 'admin'],
];
/** What the product takes for granted of the provider's protocol, to be tried at the provider itself. */
const ON_THE_PROTOCOL = 'admin/first-contact/';
const NAMES = [...HANDLED_EVENTS, 'payment_intent', 'balance_transaction', 'stripe_fee', 'CHECKOUT_SESSION_ID'];

test('no room beside providers/ but the first contact knows what the payment provider calls an event, an object or a movement', () => {
  const files = ROOMS.flatMap(readSources).filter(({ path }) => !path.startsWith(ON_THE_PROTOCOL));
  const naming = files.filter((file) => statementsOf(file).some((text) => NAMES.some((name) => text.includes(name))));
  expect(naming.map(({ path }) => path)).toEqual([]);
  const [own] = readSources('providers/payments').filter(({ path }) => path.endsWith('vendor-states.ts'));
  expect(statementsOf(own!)).toEqual(expect.arrayContaining([...HANDLED_EVENTS]));
});
