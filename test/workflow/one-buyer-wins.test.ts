import { createCustomer } from '../support/api';
import { failing, retryUntilAnswered } from '../support/eventually';
import { checkMoney } from '../support/money-invariants';
import { useShop } from '../support/use';

const BUYERS = 30;

const shop = useShop();

test(`sells an opportunity to one of ${BUYERS} buyers who ask at once`, async () => {
  const opportunityId = await shop.offer();
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createCustomer(shop.db, { credits: 0 })));
  const answers = await Promise.all(
    buyers.map(async (buyer) => {
      const send = () => shop.purchase(opportunityId, buyer, 'at-once');
      return { buyer, answer: (await retryUntilAnswered('purchase', send, failing))! };
    }),
  );
  const won = answers.filter(({ answer }) => answer.status === 200);
  const refused = answers.filter(({ answer }) => answer.body.code === 'opportunity_unavailable');
  expect([won.length, refused.length]).toEqual([1, BUYERS - 1]);
  const [{ buyer, answer }] = won as [(typeof won)[number]];
  await shop.provider.pay(answer.body.checkoutSessionId!);
  await shop.orderIn(answer.body.orderId, ['fulfilled'], buyer);
  expect(await shop.db.prisma.opportunity.findUnique({ where: { id: opportunityId } })).toMatchObject({
    status: 'sold',
    soldTo: answer.body.orderId,
  });
  expect(await shop.db.prisma.order.count()).toBe(1);
  await checkMoney(shop.db, shop.provider);
});
