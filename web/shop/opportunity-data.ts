import type { Markup } from '../../platform/html';
import type { Teaser } from '../../store/opportunities/row';
import { microdata } from '../components/microdata';
import { productData } from '../components/product-data';

const AVAILABILITY = { available: 'InStock', reserved: 'LimitedAvailability' } as const;

/** An opportunity and its offer as structured data. */
export function opportunityData(row: Teaser, publicUrl: string): Markup {
  return microdata(
    productData({
      name: row.title,
      description: row.summary,
      url: `${publicUrl}/opportunities/${row.id}`,
      price: { amount: row.priceAmount, currency: row.priceCurrency },
      availability: row.status === 'available' || row.status === 'reserved' ? AVAILABILITY[row.status] : 'SoldOut',
    }),
  );
}

/** The opportunities of one page of the catalogue, in their order, as structured data. */
export function catalogueData(rows: readonly Teaser[], publicUrl: string): Markup {
  return microdata({
    type: 'ItemList',
    properties: {
      itemListElement: rows.map(({ id, title }, place) => ({
        type: 'ListItem',
        properties: { position: String(place + 1), name: title, url: { url: `${publicUrl}/opportunities/${id}` } },
      })),
    },
  });
}
