import { exchangeHolds, rivalPrices } from '../../modules/findings/rules/exchange';
import type { Reviewed } from '../../modules/findings/rules/rule';
import { settled } from '../../modules/findings/rules/rules';
import { context, sound } from '../support/findings';

type Price = NonNullable<Reviewed['competitors'][number]['price']>;

const RATE = { currency: 'eur', rate: 1.16, day: '2026-11-20' };
const plain = { amount: 41_76, currency: 'usd', period: 'month' } as const;
const CONVERTED: Price = { ...plain, calculation: '36 * rate', exchange: RATE };

/** Findings whose first competitor cites a page with a price. */
const priced = (price: Price, excerpt = 'A month of it costs 36 euros for one reader.'): Reviewed => ({
  ...sound,
  evidence: sound.evidence.with(0, { ...sound.evidence[0]!, claim: 'The letter names its price.', excerpt }),
  competitors: sound.competitors.with(0, { ...sound.competitors[0]!, evidenceIds: ['ev1'], price }),
});
const flawed = (findings: Reviewed) =>
  [exchangeHolds, rivalPrices].flatMap((rule) => rule.flaws(findings, context)).map(({ pointer }) => pointer);
const PRICE = '/competitors/0/price';

describe('the price of a competitor abroad', () => {
  test('is accepted with an exchange rate and its day', () => {
    expect(flawed(priced(CONVERTED))).toEqual([]);
    expect(settled(priced(CONVERTED), context)!.competitors[0]!.price).toEqual(CONVERTED);
  });

  const by = (exchange: Partial<typeof RATE>) => ({ ...CONVERTED, exchange: { ...RATE, ...exchange } });
  test.each<[string, Price, string]>([
    ['without a rate', plain, PRICE],
    ['taken over as dollars', { ...plain, amount: 36_00 }, PRICE],
    ['without a calculation', { ...plain, exchange: RATE }, `${PRICE}/exchange`],
    ['by a calculation without the rate', { ...CONVERTED, calculation: '36' }, `${PRICE}/exchange`],
    ['of another amount', { ...CONVERTED, amount: 36_00 }, PRICE],
    ['of an unquoted amount', { ...CONVERTED, amount: 4060, calculation: '35 * rate' }, `${PRICE}/calculation`],
    ['by a rate to come', by({ day: '2026-12-24' }), `${PRICE}/exchange/day`],
    ['by a rate of last spring', by({ day: '2026-04-01' }), `${PRICE}/exchange/day`],
    ['by an inverted rate', { ...by({ rate: 0.862 }), amount: 31_03 }, `${PRICE}/exchange/rate`],
    ['from another currency', by({ currency: 'gbp' }), `${PRICE}/exchange/currency`],
    ['from dollars', by({ currency: 'usd' }), `${PRICE}/exchange/currency`],
  ])('is sent back %s, and removed from the last submission', (_, price, pointer) => {
    const findings = priced(price);
    expect(flawed(findings)).toContain(pointer);
    const left = settled(findings, context)!;
    expect([left.competitors[0]!.price, flawed(left)]).toEqual([null, []]);
  });

  test('needs no rate if the page gives dollars or no currency, or the price is 0', () => {
    expect(flawed(priced(plain, 'It costs 36 euros, or $41.76, for one reader.'))).toEqual([]);
    expect(flawed(priced({ ...plain, amount: 0 }))).toEqual([]);
    expect(flawed(priced(plain, 'Thirty-six a month is what one reader pays.'))).toEqual([]);
  });
});
