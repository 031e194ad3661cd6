import type { Money } from '../../contracts/money';
import type { Database } from '../../prisma/client';

/** Prices of the credits, by product. */
export async function readPrices(db: Database): Promise<Record<string, Money>> {
  const products = await db.prisma.product.findMany();
  return Object.fromEntries(
    products.map(({ id, priceAmount: amount, priceCurrency: currency }) => [id, { amount, currency }]),
  );
}
