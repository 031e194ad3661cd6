import { html, type Markup } from '../../base/html';
import type { Money } from '../../base/money';

/** Value of a property: text, a URL or another item. */
type Value = string | { url: string } | Thing;

/** Item in the schema.org vocabulary, where the base type is Thing. */
interface Thing {
  type: string;
  properties: Readonly<Record<string, Value | readonly Thing[] | null>>;
}

/** Invisible structured data. JSON-LD would need an inline script, which the content security policy forbids. */
export function microdata({ type, properties }: Thing): Markup {
  return html`<div hidden itemscope itemtype="https://schema.org/${type}">${inside(properties)}</div>`;
}

function inside(properties: Thing['properties']): Markup[] {
  return Object.entries(properties).flatMap(([name, value]) => {
    if (value === null) return [];
    return Array.isArray(value) ? value.map((one: Thing) => property(name, one)) : [property(name, value as Value)];
  });
}

function property(name: string, value: Value): Markup {
  if (typeof value === 'string') return html`<meta itemprop="${name}" content="${value}" />`;
  if ('url' in value) return html`<link itemprop="${name}" href="${value.url}" />`;
  return html`<div itemprop="${name}" itemscope itemtype="https://schema.org/${value.type}">
    ${inside(value.properties)}
  </div>`;
}

/** Describes a product and its offer for {@link microdata}. */
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
