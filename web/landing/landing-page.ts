import { html, type Markup } from '../../base/html';
import { lowestPrice, searchTeasers } from '../../modules/opportunities/store/search';
import { PACK_CREDITS } from '../../modules/orders/contract';
import { OFFERS } from '../../modules/orders/offers';
import { readPrices, type Prices } from '../../modules/orders/store/open';
import { RUN_KIND_NAMES, type RunKind } from '../../modules/run-kinds/contract';
import { readDossierSample, readSample } from '../../modules/runs/use-cases/sample';
import { microdata, productData } from '../components/microdata';
import { layout, SITE_NAME } from '../layout';
import { page, show } from '../page';
import { pricesInWords } from '../shop/offers';
import { forDevelopers, hero, questions, steps, offers, teasers } from './sections';

/** Number of top opportunities shown. */
const TEASERS = 3;

const DESCRIPTION =
  'AI agents research your newsletter idea: a verdict with scores, competitors, income, risks and first steps, with a source behind every fact. Free scan, dossiers for a fixed price.';

/** Front page: free scan, sample, how it works, prices, top opportunities, questions. */
export const landingPage = page({
  method: 'GET',
  path: '/',

  async handle({ deps }) {
    const { publicUrl } = deps.settings;
    const [prices, best, lowest, sample, search] = await deps.lastGood('landing', () =>
      Promise.all([
        readPrices(deps.db),
        searchTeasers(deps.db, {}, { limit: TEASERS, after: null }),
        lowestPrice(deps.db),
        readDossierSample(deps.db),
        readSample(deps.db, 'custom_search'),
      ]),
    );
    return show(
      layout({
        title: 'Know whether a newsletter is worth starting',
        about: { publicUrl, path: '/', description: DESCRIPTION },
        body: html`${hero(prices.idea_check![1], sample, search !== null)} ${steps()}
        ${offers(pricesInWords(prices, lowest))} ${teasers(best)} ${questions()} ${forDevelopers(publicUrl)}
        ${microdata({ type: 'Organization', properties: { name: SITE_NAME, url: { url: publicUrl } } })}
        ${RUN_KIND_NAMES.map((kind) => credits(publicUrl, kind, prices[kind]!))}`,
      }),
    );
  },
});

/** Structured data for a single credit and a pack. */
function credits(publicUrl: string, kind: RunKind, prices: Prices[string]): Markup[] {
  const { name, sentence, href, pack } = OFFERS[kind];
  const sold = [{ name, href, price: prices[1] }];
  if (pack) sold.push({ name: `${name}, ${pack.label}`, href: pack.href, price: prices[PACK_CREDITS] });
  return sold.map((one) =>
    microdata(
      productData({
        name: one.name,
        description: sentence,
        url: `${publicUrl}${one.href}`,
        price: one.price,
        availability: 'InStock',
      }),
    ),
  );
}
