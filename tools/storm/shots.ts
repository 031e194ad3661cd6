import { exampleOf } from '../../http/examples';
import { allEndpoints } from '../../api/endpoints/table';
import { newId } from '../../contracts/ids';
import type { AnyEndpoint } from '../../http/endpoint';
import { TEST_MAIL_WEBHOOK_SECRET } from '../../test/support/api';
import { WEBHOOK_SECRETS } from '../../test/support/shop';
import { hostileBody, mailHeaders, random, SORT_NAMES, stripeHeaders } from './hostile-bodies';

/** One request of a storm. */
export interface Shot {
  name: string;
  path: string;
  bytes: Buffer;
  headers: Record<string, string>;
}

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', raw: 'application/json', json: 'application/json' };
const EVENTS: Record<string, object> = {
  '/webhooks/stripe': {
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: true,
    created: 1_795_000_000,
    data: { object: { id: 'cs_1', payment_intent: 'pi_1', metadata: { orderId: 'ord_1' } } },
  },
  '/webhooks/resend': { type: 'email.complained', data: { to: ['reader@example.com'] } },
};

/** Draws the requests of a storm one after the other: every endpoint in turn, most of them past authentication. */
export function shotsOf(seed: number, apiKey: string): (number: number) => Shot {
  const dice = random(seed);
  const endpoints = allEndpoints('http://x').filter(({ method }) => method === 'POST');
  return (number) => {
    const endpoint = endpoints[number % endpoints.length]!;
    const sort = SORT_NAMES[Math.floor(dice() * SORT_NAMES.length)]!;
    const example = EVENTS[endpoint.path] ?? (endpoint.body ? exampleOf(endpoint.body) : {});
    const { bytes, headers } = hostileBody(sort, dice, example);
    const signed = dice() < 0.8;
    return {
      name: `${endpoint.path} ${sort}`,
      path: endpoint.path.replace('{id}', newId(endpoint.id?.prefix ?? 'run')),
      bytes,
      headers: {
        'content-type': CONTENT_TYPES[endpoint.bodyType ?? 'json'],
        ...(endpoint.auth.type === 'key' && { 'x-api-key': apiKey }),
        ...(endpoint.idempotent && { 'idempotency-key': `storm-${seed}-${number}` }),
        ...(signed && signature(endpoint, bytes, number)),
        ...headers,
      },
    };
  };
}

function signature({ path }: AnyEndpoint, bytes: Buffer, number: number): Record<string, string> {
  if (path === '/webhooks/stripe') return stripeHeaders(bytes, WEBHOOK_SECRETS.live);
  return path === '/webhooks/resend' ? mailHeaders(bytes, TEST_MAIL_WEBHOOK_SECRET, `msg_${number}`) : {};
}
