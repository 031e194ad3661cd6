/** Two deployments on one account of the payment provider: neither touches what the other created. */
import { newId } from '../../contracts/ids';
import { deploymentIdOf } from '../../store/deployment/deployment-id';
import { eventually } from '../support/eventually';
import { clientOf, DEPLOYMENT_OF_TESTS } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, provider } = useSellingApi();

/** A paid checkout session that a deployment created, for an order that this database does not know. */
async function paidBy(deploymentId: string): Promise<string> {
  const session = await clientOf(provider, 2_000, deploymentId).createCheckoutSession({
    orderId: newId('ord'),
    attempt: 1,
    mode: 'live',
    product: 'Idea Check',
    price: { amount: 4_900, currency: 'usd' },
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: 'https://shop.example/success',
    cancelUrl: 'https://shop.example/cancelled',
    customerEmail: null,
    heldUntil: null,
  });
  await provider.pay(session.id);
  return session.id;
}

interface Sent {
  type: string;
  objectId: string;
  attempts: { status: number | null }[];
  event: { data: { object: { metadata: Record<string, string> } } };
}

const sessionEvents = async (sessionId: string) =>
  (await provider.control<Sent[]>('events')).filter(({ objectId, attempts }) => objectId === sessionId && attempts[0]);

test('an event of another deployment is accepted, counted and otherwise ignored', async () => {
  const foreign = await paidBy('staging');
  const [event] = await eventually('it was delivered', async () => {
    const events = await sessionEvents(foreign);
    return events.length > 0 && events;
  });
  expect(event!.attempts).toEqual([{ at: expect.any(String), status: 200 }]);
  expect(await db.prisma.paymentEvent.count({ where: { objectId: foreign } })).toBe(0);
  expect(await db.prisma.outboxMessage.count()).toBe(0);
  expect(await db.prisma.foreignDeployment.findMany()).toMatchObject([{ id: 'staging', ignoredEvents: 1 }]);
});

test('a deployment whose name cannot be ours is another one', async () => {
  const foreign = await paidBy('another business');
  await eventually('it was delivered', async () => (await sessionEvents(foreign)).length > 0);
  expect(await db.prisma.paymentEvent.count({ where: { objectId: foreign } })).toBe(0);
  expect(await db.prisma.outboxMessage.count()).toBe(0);
});

test('an event of our own deployment is recorded with the work that follows', async () => {
  const own = await paidBy(DEPLOYMENT_OF_TESTS);
  await eventually('it is recorded', () => db.prisma.paymentEvent.findFirst({ where: { objectId: own } }));
  const [event] = await sessionEvents(own);
  expect(event!.event.data.object.metadata).toMatchObject({ deploymentId: DEPLOYMENT_OF_TESTS });
  expect(await db.prisma.outboxMessage.count()).toBe(1);
});

test('a deployment without a configured name has the one that its database was born with', async () => {
  const [own] = await db.prisma.deployment.findMany();
  expect(own!.id).toMatch(/^dep_[0-9a-f]{32}$/);
  expect(await deploymentIdOf(db, undefined)()).toBe(own!.id);
  expect(await deploymentIdOf(db, 'staging')()).toBe('staging');
});

test('the application cannot change the identity of its deployment', async () => {
  await expect(db.pool.query("UPDATE deployment SET id = 'another'")).rejects.toThrow('permission denied');
  await expect(db.pool.query('DELETE FROM deployment')).rejects.toThrow('permission denied');
});
