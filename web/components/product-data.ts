import type { Money } from '../../contracts/money';
import type { Thing } from './microdata';

/** Product with its offer, for {@link microdata}. */
export function productData(product: {
  name: string;
  description: string;
  url: string;
  price: Money;
  availability: 'InStock' | 'LimitedAvailability' | 'SoldOut';
}): Thing {
  const { name, description, url, price, availability } = product;
  return {
    type: 'Product',
    properties: {
      name,
      description,
      url: { url },
      offers: {
        type: 'Offer',
        properties: {
          price: (price.amount / 100).toFixed(2),
          priceCurrency: price.currency.toUpperCase(),
          availability: { url: `https://schema.org/${availability}` },
          url: { url },
        },
      },
    },
  };
}
