import { z } from 'zod';
import type { Client } from '../typescript/src/index';
import type { Opportunity } from '../typescript/src/types';
import { answer, refused, CHANGES, idempotencyKey, READS, tool, type Tool } from './tool';

const Price = z.looseObject({ amount: z.number().describe('Minor units.'), currency: z.string() });

/** Consents that a buyer must give, by API field. */
export const CONSENTS = {
  immediateAccessConsent:
    'I ask for access to the digital content right after payment, before the withdrawal period has ended.',
  withdrawalLossAcknowledgment:
    'I know that I lose my right of withdrawal once access to the digital content has begun.',
} as const;

/** Asks the human for consent; null if the client cannot ask. */
export type Confirm = (question: string) => Promise<boolean | null>;

/** Tools that list products, buy credits and show the remaining credits. */
export function accountTools(noi: Client, confirm: Confirm): Tool[] {
  return [
    tool({
      name: 'list_opportunities',
      title: 'List researched opportunities',
      description: 'Researched newsletter opportunities for sale, newest first, with prices in minor units. Free.',
      inputSchema: {
        limit: z.number().int().min(1).max(50).default(10).describe('How many.'),
        cursor: z.string().optional().describe('nextCursor of the previous page.'),
      },
      outputSchema: z.looseObject({
        opportunities: z.array(z.looseObject({ opportunityId: z.string(), title: z.string(), price: Price })),
        nextCursor: z.string().nullable(),
      }),
      annotations: READS,
      run: async ({ limit, cursor }, { signal }) => {
        const { data, nextCursor } = await noi.opportunities.list({ limit, ...(cursor && { cursor }) }, { signal });
        return answer({ opportunities: data, nextCursor }, `${data.length} opportunities.`);
      },
    }),
    tool({
      name: 'buy_opportunity',
      title: 'Buy an opportunity',
      description:
        'Reserves an opportunity and returns its checkout URL, where the user pays. The user has to confirm first; nothing is bought without them.',
      inputSchema: { opportunityId: z.string().describe('Returned by list_opportunities.'), idempotencyKey },
      outputSchema: z.looseObject({ orderId: z.string(), checkoutUrl: z.string().nullable() }),
      annotations: { ...CHANGES, destructiveHint: true },
      run: async ({ opportunityId, idempotencyKey: key }, { signal }) => {
        const offer = await find(noi, opportunityId, signal);
        if (!offer) return refused(`Opportunity ${opportunityId} is not for sale.`);
        const price = `${(offer.price.amount / 100).toFixed(2)} ${offer.price.currency.toUpperCase()}`;
        const confirmed = await confirm(`Buy ${JSON.stringify(offer.title)} for ${price}?`);
        if (confirmed === null) {
          return refused('This client cannot ask its user to confirm, so the user has to buy on the website.');
        }
        if (!confirmed) return refused('The user did not confirm. Nothing was bought.');
        const consents = { immediateAccessConsent: true, withdrawalLossAcknowledgment: true } as const;
        const order = await noi.opportunities.purchase(opportunityId, consents, { idempotencyKey: key, signal });
        return answer(order, 'Reserved. The user pays at checkoutUrl; give it to them.');
      },
    }),
    tool({
      name: 'get_usage',
      title: 'Get credits and usage',
      description: 'Credits left by kind, and runs and budget of the current month. Free.',
      inputSchema: {},
      outputSchema: z.looseObject({ entitlements: z.array(z.looseObject({ kind: z.string() })) }),
      annotations: READS,
      run: async (_args, { signal }) => {
        const { period, entitlements, runs, budget } = await noi.usage({ signal });
        return answer({ period, entitlements, runs, budget }, 'Credits and usage of this month.');
      },
    }),
  ];
}

async function find(noi: Client, id: string, signal: AbortSignal): Promise<Opportunity | null> {
  for await (const offer of noi.opportunities.each({ limit: 100 }, { signal })) {
    if (offer.opportunityId === id) return offer;
  }
  return null;
}
