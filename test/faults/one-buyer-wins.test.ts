import { createCustomer, type Customer } from '../../tools/support/api';
import { moneyFlaws } from '../../tools/support/money-invariants';
import { failing, insist } from '../../tools/support/patience';
import { startShop, type Shop } from '../../tools/support/shop';

const BUYERS = 300;
const ROUNDS = 20;

let shop: Shop;
let buyers: Customer[];
beforeAll(async () => {
  shop = await startShop();
  buyers = [];
  while (buyers.length < BUYERS) buyers.push(await createCustomer(shop.db, { credits: 0 }));
}, 120_000);
afterAll(() => shop.close());

/** Purchases as a client does: what is not answered for now is asked again with the same key. */
async function purchase(opportunityId: string, buyer: Customer, key: string) {
  const send = () => shop.purchase(opportunityId, buyer, key);
  return { buyer, answer: (await insist('POST of a purchase', send, failing))! };
}

test('of 300 buyers at once one holds the opportunity and owns it at the end, twenty times over', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const opportunityId = await shop.offer();
    const answers = await Promise.all(buyers.map((buyer) => purchase(opportunityId, buyer, `round-${round}`)));
    const won = answers.filter(({ answer }) => answer.status === 200);
    const refused = answers.filter(
      ({ answer }) => answer.status === 409 && answer.body.code === 'opportunity_unavailable',
    );
    expect({ won: won.length, refused: refused.length }).toEqual({ won: 1, refused: BUYERS - 1 });
    const { buyer, answer } = won[0]!;
    await shop.provider.pay(answer.body.checkoutSessionId!);
    await shop.orderIn(answer.body.orderId, ['fulfilled'], buyer);
  }
  const owners = await shop.db.prisma.opportunity.groupBy({ by: ['soldTo'], where: { status: 'sold' }, _count: true });
  expect(owners.map(({ _count }) => _count)).toEqual(Array.from({ length: ROUNDS }, () => 1));
  expect(await shop.db.prisma.order.count({ where: { product: 'opportunity' } })).toBe(ROUNDS);
  expect(await moneyFlaws(shop.db, shop.provider)).toEqual([]);
}, 600_000);
