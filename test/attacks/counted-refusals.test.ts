import { gzipSync } from 'node:zlib';
import type { AnyRoute } from '../../http/endpoint';
import { startApi } from '../support/api';
import { allRoutes, named, requestFor } from '../support/routes';
import { clientOf } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, provider } = useSellingApi();

/** Headers and bodies that every route rejects. */
const REFUSED: Record<
  string,
  { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer>; signs?: string }
> = {
  'an unknown key': { headers: { 'x-api-key': 'noi_live_unknown', cookie: 'noi_session=unknown' } },
  'two keys': { headers: { authorization: 'Bearer a, Bearer b' } },
  'an empty signature': { signs: 't=1,v1=' },
  'a forged signature': { signs: `t=1,v1=${'0'.repeat(64)}` },
  'no body': { body: '' },
  'an oversized body': { body: 'x'.repeat(300_000) },
  'a body that is not text': { body: new Uint8Array([0xff, 0xfe, 0x00]) },
  'a compressed body': { headers: { 'content-encoding': 'gzip' }, body: new Uint8Array(gzipSync('{}')) },
  'an unknown encoding': { headers: { 'content-encoding': 'x-unknown' } },
  'another type': { headers: { 'content-type': 'multipart/form-data' } },
};

const routes = allRoutes();
const counted = routes.filter(({ uncounted }) => !uncounted);
let networks = 0;

test('verifies nothing on routes without a rate limit', () => {
  const verifies = ({ method, auth, signedBy, idIsToken, linkToken, id, body, query }: AnyRoute) =>
    method !== 'GET' || auth.type === 'key' || [signedBy, idIsToken, linkToken, id, body, query].some(Boolean);
  expect(routes.filter((route) => route.uncounted && verifies(route)).map(({ path }) => path)).toEqual([]);
});

test('counts every refusal against its network, no matter what is wrong with the request', async () => {
  const payments = clientOf(provider);
  const api = await startApi(db, { payments, settings: { trustedHops: 1 } });
  const uncounted: unknown[] = [];
  for (const [name, route] of named(counted)) {
    const network = `203.${networks >> 8}.${networks++ & 255}.1`;
    let before = Infinity;
    for (const [what, { headers, body, signs = 'x' }] of Object.entries(REFUSED)) {
      const signed = Object.fromEntries((route.signedBy ?? []).map((header) => [header, signs]));
      const { path, init } = requestFor(route, { headers: { ...signed, 'x-forwarded-for': network, ...headers } });
      if ((signs !== 'x' && !route.signedBy) || (body !== undefined && init.body === undefined)) continue;
      const answer = await fetch(api.url + path, { ...init, ...(body !== undefined && { body }) });
      await answer.body?.cancel();
      const left = Number(/"ip";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1] ?? Infinity);
      if (left >= before || left === Infinity || answer.status === 500)
        uncounted.push([name, what, answer.status, left]);
      before = left;
    }
  }
  await api.close();
  expect(uncounted).toEqual([]);
}, 120_000);
