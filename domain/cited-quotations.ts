import { groupBy } from './group-by';

/** Quotation of findings with the address of the page that it cites. */
interface Cited {
  sourceUrl: string;
}

/** Quotations by the page that holds them, fragments of its address apart. */
export function byPage<T extends Cited>(cited: readonly T[]): { url: string; quotations: T[] }[] {
  const pages = groupBy(cited, ({ sourceUrl }) => sourceUrl.split('#', 1)[0]!);
  return [...pages].map(([url, quotations]) => ({ url, quotations }));
}
