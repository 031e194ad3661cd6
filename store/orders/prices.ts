import type { Database } from '../../prisma/client';

/** Prices of the credits in minor units, by product. */
export async function readPrices(db: Database): Promise<Record<string, number>> {
  const products = await db.prisma.product.findMany();
  return Object.fromEntries(products.map(({ id, priceAmount }) => [id, priceAmount]));
}
