import type { Money } from '../../contracts/money';
import { PACK_CREDITS, type CreditQuantity } from '../../contracts/orders';
import type { Database } from '../../prisma/client';

/** Prices of the credits, by product and by how many are bought at once. */
export type Prices = Record<string, Record<CreditQuantity, Money>>;

/** Reads what credits cost. */
export async function readPrices(db: Database): Promise<Prices> {
  const products = await db.prisma.product.findMany();
  return Object.fromEntries(
    products.map(({ id, priceAmount, packPriceAmount, priceCurrency: currency }) => [
      id,
      { 1: { amount: priceAmount, currency }, [PACK_CREDITS]: { amount: packPriceAmount, currency } },
    ]),
  );
}
