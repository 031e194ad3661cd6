import { createCustomer, type Customer } from '../../test/support/api';
import { moneyFlaws } from '../../test/support/money-invariants';
import { retryUntilAnswered } from '../../test/support/patience';
import type { Shop } from '../../test/support/shop';

/** Sizes of a competition: each round is a new opportunity, for which all buyers ask at once. */
export interface Competition {
  buyers: number;
  rounds: number;
}

/**
 * Has buyers ask for one opportunity at once, round after round; who got it pays.
 *
 * @returns the broken promises: each round, one buyer holds the opportunity and owns it at the end, all others read
 * that it is unavailable, and the provider's books agree
 */
export async function compete(shop: Shop, { buyers, rounds }: Competition): Promise<string[]> {
  const broken: string[] = [];
  const breaks = (flaw: string) => void broken.push(flaw);
  const all: Customer[] = [];
  while (all.length < buyers) all.push(await createCustomer(shop.db, { credits: 0 }));
  for (let round = 0; round < rounds; round++) {
    const opportunityId = await shop.offer();
    // As a client does: what is not answered for now is asked again with the same key.
    const purchase = async (buyer: Customer) => {
      const send = () => shop.purchase(opportunityId, buyer, `round-${round}`);
      return { buyer, answer: await retryUntilAnswered('POST of a purchase', send, { breaks }) };
    };
    const answers = await Promise.all(all.map(purchase));
    const won = answers.flatMap(({ buyer, answer }) => (answer?.status === 200 ? [{ buyer, order: answer.body }] : []));
    const refused = answers.filter(
      ({ answer }) => answer?.status === 409 && answer.body.code === 'opportunity_unavailable',
    );
    if (won.length !== 1 || refused.length !== buyers - 1)
      breaks(`round ${round}: of ${buyers} buyers ${won.length} won and ${refused.length} were refused`);
    for (const { buyer, order } of won) {
      await shop.provider.pay(order.checkoutSessionId!);
      await shop.orderIn(order.orderId, ['fulfilled'], buyer);
    }
  }
  const owners = await shop.db.prisma.opportunity.groupBy({ by: ['soldTo'], where: { status: 'sold' }, _count: true });
  const counts = owners.map(({ _count }) => _count);
  if (counts.length !== rounds || counts.some((count) => count !== 1))
    breaks(`in ${rounds} rounds ${counts.length} orders own opportunities, ${Math.max(0, ...counts)} at most`);
  const orders = await shop.db.prisma.order.count({ where: { product: 'opportunity' } });
  if (orders !== rounds) breaks(`${orders} orders were made in ${rounds} rounds`);
  return [...broken, ...(await moneyFlaws(shop.db, shop.provider))];
}
