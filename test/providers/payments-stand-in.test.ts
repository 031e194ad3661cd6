/** Guarantees of the payment stand-in: the vendor's documented protocol and the hosted pages. */
import { PAYMENTS_STAND_IN_KEYS } from '../../stand-ins/payments/own-keys';
import { eventually } from '../support/eventually';
import { anOrder, paidOrder, startParts } from './payment-parts';
import { use } from '../support/use';

const parts = use(() => startParts());
afterEach(() => parts.control('faults', undefined, 'DELETE'));

interface Wire {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- read field by field
  json: any;
}

async function api(path: string, form?: string | null, headers: Record<string, string> = {}): Promise<Wire> {
  const answer = await fetch(`${parts.url}${path}`, {
    headers: { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.test}`, ...headers },
    ...(typeof form === 'string' && { method: 'POST', body: form }),
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

const SESSION = new URLSearchParams({
  mode: 'payment',
  success_url: 'http://shop.example/done',
  'line_items[0][quantity]': '2',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '4900',
  'line_items[0][price_data][product_data][name]': 'Idea <b>Check</b>',
}).toString();

describe('the wire', () => {
  test('a repeated key replays the first answer; with other parameters it is an error', async () => {
    const key = { 'idempotency-key': 'same' };
    const first = await api('/v1/checkout/sessions', SESSION, key);
    const again = await api('/v1/checkout/sessions', SESSION, key);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(again.json).toEqual(first.json);
    const other = await api('/v1/checkout/sessions', `${SESSION}&locale=de`, key);
    expect(other).toMatchObject({ status: 400, json: { error: { type: 'idempotency_error' } } });
  });

  test('a 500 that was answered is repeated under its key, as a success is; another key is another attempt', async () => {
    await parts.control('faults', { match: 'POST /v1/checkout/sessions', effect: 'error_500' });
    const first = await api('/v1/checkout/sessions', SESSION, { 'idempotency-key': 'failed' });
    expect(first).toMatchObject({ status: 500, json: { error: { type: 'api_error' } } });
    const again = await api('/v1/checkout/sessions', SESSION, { 'idempotency-key': 'failed' });
    expect(again).toMatchObject({ status: 500, json: first.json });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await api('/v1/checkout/sessions', SESSION, { 'idempotency-key': 'failed:2' })).toMatchObject({
      status: 200,
    });
  });

  test('a key that is in use is 409; one whose request was refused is free again', async () => {
    await parts.control('faults', { match: 'POST /v1/checkout/sessions', effect: 'timeout_before', delayMs: 250 });
    const key = { 'idempotency-key': 'busy' };
    const held = api('/v1/checkout/sessions', SESSION, key).catch(() => 'no answer');
    await eventually('the first to be held', async () => (await parts.control('faults')).length === 0);
    const twin = await api('/v1/checkout/sessions', SESSION, key);
    expect(twin).toMatchObject({ status: 409, json: { error: { code: 'idempotency_key_in_use' } } });
    expect(await held).toBe('no answer');
    expect((await api('/v1/checkout/sessions', 'mode=payment', key)).status).toBe(400);
    expect((await api('/v1/checkout/sessions', SESSION, key)).status).toBe(200);
  });

  test.each([
    ['a parameter that the version dropped', `${SESSION}&payment_method_types[0]=card`, 'parameter_unknown'],
    ['an unknown nested parameter', `${SESSION}&payment_intent_data[colour]=red`, 'parameter_unknown'],
    ['a missing parameter', 'mode=payment', 'parameter_missing'],
    ['a number that is none', SESSION.replace('4900', '49.00'), 'parameter_invalid_integer'],
    ['too little money', SESSION.replace('4900', '10'), 'amount_too_small'],
  ])('%s is 400', async (_, form, code) => {
    expect(await api('/v1/checkout/sessions', form)).toMatchObject({ status: 400, json: { error: { code } } });
  });

  test('expansion puts objects in the place of ids, lists and line items too', async () => {
    const { session } = await paidOrder(parts, { mode: 'test' });
    const query = 'expand[]=line_items&expand[]=payment_intent.latest_charge';
    const { json } = await api(`/v1/checkout/sessions/${session.id}?${query}`);
    expect(json.line_items.data).toMatchObject([{ description: 'Idea Check', amount_total: 4900 }]);
    expect(json.payment_intent.latest_charge).toMatchObject({ object: 'charge', amount: 4900 });
    expect(JSON.stringify(json)).not.toMatch(/realm|hidden/);
    const list = await api('/v1/charges?limit=1&expand[]=data.payment_intent');
    expect(list.json.data[0].payment_intent).toMatchObject({ object: 'payment_intent' });
    expect(await api(`/v1/checkout/sessions/${session.id}?expand[]=nonsense`)).toMatchObject({ status: 400 });
  });

  test('lists page in both directions, newest first', async () => {
    for (let i = 0; i < 3; i++) await api('/v1/checkout/sessions', SESSION);
    const all = (await api('/v1/checkout/sessions?limit=100')).json.data.map((each: { id: string }) => each.id);
    const first = await api('/v1/checkout/sessions?limit=2');
    expect(first.json).toMatchObject({ object: 'list', has_more: true, data: [{ id: all[0] }, { id: all[1] }] });
    const next = await api(`/v1/checkout/sessions?limit=1&starting_after=${all[1]}`);
    expect(next.json.data).toMatchObject([{ id: all[2] }]);
    const back = await api(`/v1/checkout/sessions?limit=2&ending_before=${all[2]}`);
    expect(back.json).toMatchObject({ has_more: false, data: [{ id: all[0] }, { id: all[1] }] });
  });

  test('another version, another key and another account are refused', async () => {
    expect((await api('/v1/balance', null, { 'stripe-version': '2020-08-27' })).status).toBe(400);
    expect((await api('/v1/balance', null, { authorization: 'Bearer sk_test_somebodys' })).status).toBe(401);
    expect((await api('/v1/balance', null, { authorization: '' })).status).toBe(401);
    expect((await api('/v1/balance', null, { 'stripe-account': 'acct_none' })).status).toBe(403);
    const basic = Buffer.from(`${PAYMENTS_STAND_IN_KEYS.test}:`).toString('base64');
    expect((await api('/v1/balance', null, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  test('the ledger names every movement by order and withdrawal', async () => {
    const { order, paymentId } = await paidOrder(parts);
    await parts.payments.refund({ orderId: order.orderId, mode: 'live', paymentId, attempt: 1 });
    const disputed = await paidOrder(parts);
    await parts.control('disputes', { paymentIntent: disputed.paymentId });
    const ledger = await parts.control('ledger');
    const entry = { paymentIntent: paymentId, orderId: order.orderId, amount: 4900, currency: 'usd' };
    expect(ledger.charges).toContainEqual(expect.objectContaining({ ...entry, status: 'succeeded' }));
    expect(ledger.refunds).toContainEqual(expect.objectContaining({ ...entry, status: 'succeeded' }));
    const contested = { orderId: disputed.order.orderId, status: 'needs_response' };
    expect(ledger.disputes).toContainEqual(expect.objectContaining(contested));
    expect(ledger).toMatchObject({ transfers: [], payouts: [] });
  });
});

describe('days that pass at once', () => {
  const HOUR_S = 3_600;
  const aged = use(() => startParts());
  const ask = async (path: string, form?: string, key?: string): Promise<Wire['json']> => {
    const headers = { authorization: `Bearer ${PAYMENTS_STAND_IN_KEYS.test}`, ...(key && { 'idempotency-key': key }) };
    const answer = await fetch(`${aged.url}${path}`, { headers, ...(form && { method: 'POST', body: form }) });
    return answer.json();
  };

  test('make objects older, end what was open, and forget what was kept for a key of a day ago', async () => {
    const open = await ask('/v1/checkout/sessions', SESSION, 'of-today');
    aged.standIn.age(HOUR_S);
    const later = await ask(`/v1/checkout/sessions/${open.id}`);
    expect(later).toMatchObject({ created: open.created - HOUR_S, expires_at: open.expires_at - HOUR_S });
    expect((await ask('/v1/checkout/sessions', SESSION, 'of-today')).id).toBe(open.id);
    aged.standIn.age(24 * HOUR_S);
    expect(await ask(`/v1/checkout/sessions/${open.id}`)).toMatchObject({ status: 'expired', url: null });
    expect((await ask('/v1/checkout/sessions', SESSION, 'of-today')).id).not.toBe(open.id);
  });
});

describe('the hosted checkout', () => {
  const submit = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  test('shows what is sold as text, and loads nothing from elsewhere', async () => {
    const { json } = await api('/v1/checkout/sessions', SESSION);
    const page = await fetch(json.url);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('Idea &#60;b&#62;Check&#60;/b&#62;');
    expect(html).toContain('$98.00');
    expect(html).toContain('no money moves');
    expect(html).not.toMatch(/<script|<img|https?:\/\/(?!127)/);
  });

  test('pays once, also when the button is clicked twice, and leads back to the shop', async () => {
    const { id, url } = await parts.payments.createCheckoutSession(anOrder());
    const fields = { email: 'buyer@shop.example', outcome: 'paid' };
    for (let click = 0; click < 2; click++) {
      const answer = await submit(url!, fields);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`http://shop.example/done?session_id=${id}`);
    }
    const session = await parts.payments.retrieveSession('live', id);
    expect(session).toMatchObject({ paid: true, email: 'buyer@shop.example' });
    const { charges } = await parts.control('ledger');
    const own = charges.filter((charge: { paymentIntent: string }) => charge.paymentIntent === session.paymentId);
    expect(own).toHaveLength(1);
  });

  test('a declined card can be followed by one that is accepted', async () => {
    const { id, url } = await parts.payments.createCheckoutSession(anOrder());
    const declined = await submit(url!, { email: 'buyer@shop.example', outcome: 'declined' });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('role="alert"');
    await submit(url!, { email: 'buyer@shop.example', outcome: 'paid' });
    expect((await parts.payments.retrieveSession('live', id)).paid).toBe(true);
  });

  test('an expired one says so and takes nothing; so does a form that is not filled in', async () => {
    const { id, url } = await parts.payments.createCheckoutSession(anOrder());
    expect((await submit(url!, { outcome: 'paid' })).status).toBe(400);
    await parts.payments.expireSession('live', id);
    expect((await submit(url!, { email: 'buyer@shop.example', outcome: 'paid' })).status).toBe(410);
    expect((await parts.payments.retrieveSession('live', id)).paid).toBe(false);
    expect((await fetch(`${parts.url}/c/pay/cs_live_none`)).status).toBe(404);
  });
});
