import type { ProductEvent } from '../contracts/product-events';

/** Where the subject of an event is read, as paths of the API. Documents of a run that did not complete are null. */
export function linksOf(type: ProductEvent, subject: string, hasPortfolio: boolean): Record<string, string | null> {
  if (type.startsWith('order.')) return { order: `/v1/orders/${subject}` };
  if (type.startsWith('withdrawal.')) return { withdrawal: `/v1/withdrawals/${subject}` };
  const run = `/v1/runs/${subject}`;
  const documents = (name: string, isThere: boolean) => (isThere ? `${run}/${name}` : null);
  const completed = type === 'run.completed';
  return {
    run,
    findings: documents('findings', completed),
    dossier: documents('dossier', completed),
    portfolio: documents('portfolio', completed && hasPortfolio),
  };
}
