import { ALL_OFFERS, COMPARED, OFFERS } from '../../domain/offers';
import { RUN_KIND_NAMES } from '../../contracts/runs';
import { html } from '../../platform/html';
import { scanCompletedMail } from '../../providers/mail/templates/scans';
import { offer } from '../support/shop';
import { useApi } from '../support/use';

const { db, api } = useApi();
beforeAll(() => offer(db));

const textOf = async (path: string) => (await fetch(api.url + path)).text();
const shown = (text: string) => html`${text}`.toString();

test('landing, purchase, llms.txt and structured data tell of each product with its price and in the same words', async () => {
  const products = await db.prisma.product.findMany();
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const prices = products.flatMap(({ priceAmount, packPriceAmount }) => [priceAmount, packPriceAmount].map(dollars));
  const { priceAmount: exclusive } = await db.prisma.opportunity.findFirstOrThrow();
  const [landing, buy, llms] = await Promise.all(['/', '/buy', '/llms.txt'].map(textOf));
  for (const { name, sentence, compared, href } of ALL_OFFERS) {
    expect(landing).toContain(shown(sentence));
    expect(llms).toContain(`[${name}](${api.url}${href})`);
    expect(llms).toContain(sentence);
    for (const page of [landing, buy])
      for (const question of COMPARED) expect(page).toContain(shown(compared[question]));
  }
  for (const price of [...prices, `From ${dollars(exclusive)}`])
    for (const page of [landing, buy, llms]) expect(page).toContain(price);
  for (const kind of RUN_KIND_NAMES) {
    expect(landing).toContain(`<meta itemprop="description" content="${shown(OFFERS[kind].sentence)}"`);
    const { priceAmount, packPriceAmount } = products.find(({ id }) => id === kind)!;
    const { href, pack } = OFFERS[kind];
    const asked = [
      [href, priceAmount, 1],
      [pack!.href, packPriceAmount, 3],
    ] as const;
    for (const [path, price, quantity] of asked) {
      const own = await textOf(path);
      for (const part of OFFERS[kind].contents) expect(own).toContain(shown(part));
      expect(own).toContain(`Buy for ${dollars(price)}`);
      expect(own).toContain(`name="quantity" value="${quantity}"`);
      expect(landing).toContain(`content="${(price / 100).toFixed(2)}"`);
    }
    expect(packPriceAmount).toBeLessThan(3 * priceAmount);
  }
});

test('the mail about a free scan tells of the Idea Check in the words of its page', () => {
  const { text } = scanCompletedMail({
    recommendation: 'refine',
    confidence: 'low',
    score: 50,
    idea: 'A letter',
    rationale: 'A reason.',
    publicUrl: 'https://noi.example',
  });
  expect(text.replace(/\s+/g, ' ')).toContain(OFFERS.idea_check.gives);
});
