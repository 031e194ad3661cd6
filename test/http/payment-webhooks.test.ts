import { eventually } from '../support/eventually';
import { payLostOrder } from '../support/reconciliation';
import { DEPLOYMENT_OF_TESTS } from '../support/shop';
import { useSellingApi } from '../support/use';

const { db, provider } = useSellingApi();

interface Sent {
  objectId: string;
  attempts: { status: number | null }[];
}
const delivered = async (sessionId: string) =>
  (await provider.control<Sent[]>('events')).find(({ objectId, attempts }) => objectId === sessionId && attempts[0]);

test('records our own events, and only counts those of other deployments on the account', async () => {
  for (const [deployment, recorded] of [
    ['staging', 0],
    ['another business', 0],
    [DEPLOYMENT_OF_TESTS, 1],
  ] as const) {
    const { sessionId: objectId } = await payLostOrder(provider, { deploymentId: deployment });
    const { attempts } = await eventually('it was delivered', () => delivered(objectId));
    expect([deployment, attempts[0]!.status]).toEqual([deployment, 200]);
    expect(await db.prisma.paymentEvent.count({ where: { objectId } })).toBe(recorded);
    expect(await db.prisma.outboxMessage.count()).toBe(recorded);
  }
  const [staging] = await db.prisma.foreignDeployment.findMany({ where: { id: 'staging' } });
  expect(staging).toMatchObject({ ignoredEvents: 1 });
});
