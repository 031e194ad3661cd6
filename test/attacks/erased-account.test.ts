import { beginErasure } from '../../store/accounts/begin-erasure';
import { call, createCustomer, createEvaluation } from '../support/api';
import { askedOf, createAuthenticator } from '../support/authenticator';
import { csrfOf, sendForm, signIn } from '../support/people';
import { useApi } from '../support/use';

const ORIGIN = 'http://localhost';
const { db, api } = useApi({ keyCacheTtlMs: 0, settings: { publicUrl: ORIGIN } });

test('the credits of an erased account are nobody’s: neither its key nor the next account of its address uses one', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } });
  await beginErasure(db, customer.accountId);
  expect((await createEvaluation(api, customer, 'after-erasure')).status).toBe(401);
  const cookie = await signIn(api, db, email);
  const next = await db.prisma.account.findUniqueOrThrow({ where: { email } });
  expect(next.id).not.toBe(customer.accountId);
  expect(await db.prisma.entitlement.count({ where: { accountId: next.id } })).toBe(0);
  const { text } = await call(api, 'GET', '/account', { headers: { cookie } });
  expect(text).not.toContain(customer.accountId);
});

test('the passkey of an erased account signs nobody in, not even to the next account of its address', async () => {
  const email = 'erased@example.com';
  const cookie = await signIn(api, db, email);
  const csrf = await csrfOf(api, cookie);
  const key = createAuthenticator(ORIGIN);
  const asked = askedOf(await sendForm(api, '/account/passkeys/new', { csrf }, { cookie }));
  const added = await sendForm(
    api,
    '/account/passkeys',
    { csrf, name: 'Phone', passkey: key.create(asked) },
    { cookie },
  );
  expect(added.status).toBe(303);
  const { id } = await db.prisma.account.findUniqueOrThrow({ where: { email } });
  await beginErasure(db, id);
  await signIn(api, db, email);
  const passkey = key.get(askedOf(await sendForm(api, '/sign-in/passkey', {})), { userHandle: id });
  expect((await sendForm(api, '/sign-in/passkey/answer', { passkey })).status).toBe(400);
});
