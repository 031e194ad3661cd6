import type { AnyEndpoint, AnyRoute } from '../../../http/endpoint';
import { MARKDOWN } from '../../../contracts/runs';
import { textRoute } from '../../text-route';
import { ALL_OFFERS } from '../../../domain/offers';
import { lowestPrice } from '../../../store/opportunities/search-teasers';
import { readPrices } from '../../../store/orders/read-prices';
import { SITE_NAME } from '../../layout';
import { pricesInWords } from '../../shop/comparison';
import { installLines, listenLine, mcpAddress } from '../clients';
import { WAYS } from '../ways';
import { changesFeed } from './changes';
import { brunoCollection, httpFile } from './collections';
import { markdownPage, markdownReply } from './markdown-page';
import { referenceText } from './reference';

const WHAT =
  'AI research on newsletter ideas: start a run, wait for it, read findings that validate against a published schema.';

/** Entry for language models (llmstxt.org): what this is and where its documents are, as Markdown. */
const llms = (documents: readonly AnyRoute[]) =>
  textRoute('/llms.txt', 'text/plain; charset=utf-8', async ({ db, settings: { publicUrl } }) => {
    const [prices, lowest] = await Promise.all([readPrices(db), lowestPrice(db)]);
    const words = pricesInWords(prices, lowest);
    return [
      `# ${SITE_NAME}\n`,
      `> ${WHAT}\n`,
      'Runs cost credits and take minutes to hours. Requests carry a key in `X-Api-Key`, and each POST an',
      '`Idempotency-Key` under which nothing is done twice.\n',
      '## What is sold\n',
      ...ALL_OFFERS.map(
        ({ product, name, sentence, href, pack }) =>
          `- [${name}](${publicUrl}${href}): ${words.one(product)}${pack ? `, ${pack.label} for ${words.pack(product)}` : ''}. ${sentence}`,
      ),
      `- [How we research](${publicUrl}/how-we-research): what is checked of it, measured, and an error that was caught`,
      `- [Sample dossier](${publicUrl}/sample-dossier)`,
      '',
      '## To install\n',
      ...Object.entries(installLines(publicUrl)).map(([tool, line]) => `- ${tool}: \`${line}\``),
      `- MCP over HTTP, without installing: \`${mcpAddress(publicUrl)}\`, with the key in \`Authorization: Bearer\``,
      `- events on your own machine: \`${listenLine(publicUrl)}\``,
      '',
      '## Documents\n',
      ...documents.map(({ path }) => `- [${path}](${publicUrl}${path})`),
      `- [All of them in one file](${publicUrl}/llms-full.txt)`,
      '\n## For programs\n',
      ...WAYS.filter(({ machine }) => machine).map(
        ({ href, name, what }) => `- [${name}](${publicUrl}${href}): ${what}`,
      ),
      '',
    ].join('\n');
  });

/** Everything for a language model in one file: the pages of documents, then the reference. */
const wholeText = (pages: readonly AnyRoute[], endpoints: readonly AnyEndpoint[]) =>
  textRoute('/llms-full.txt', 'text/plain; charset=utf-8', async ({ settings: { publicUrl } }, request) => {
    const parts = await Promise.all(pages.map(async (page) => (await markdownReply(page, request)).body as Buffer));
    return [...parts.map(String), referenceText(endpoints, publicUrl)].join('\n');
  });

/** Catalogue of the API for programs (RFC 9727), a link set (RFC 9264). */
const CATALOG = '/.well-known/api-catalog';
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const apiCatalog = textRoute(
  CATALOG,
  CATALOG_TYPE,
  async ({ settings: { publicUrl } }) => {
    const link = (path: string, type: string) => ({ href: publicUrl + path, type });
    const api = {
      anchor: `${publicUrl}/v1`,
      'service-desc': [
        link('/openapi/v1.json', 'application/json'),
        link('/openapi/v1.yaml', 'application/yaml'),
        link('/openapi/3.0/v1.json', 'application/json'),
      ],
      'service-doc': [link('/developers', 'text/html'), link('/docs', 'text/html'), link('/llms.txt', 'text/plain')],
      'service-meta': [link('/v1/endpoint-catalog', 'application/json')],
      status: [link('/v1/status', 'application/json'), link('/health', 'application/json')],
      'terms-of-service': [link('/terms', 'text/html')],
    };
    return JSON.stringify({ linkset: [api] });
  },
  ({ settings: { publicUrl } }) => ({ Link: `<${publicUrl}${CATALOG}>; rel="api-catalog"` }),
);

/** Texts for programs, models and editors, derived from the pages of documents and from the endpoints. */
export function textRoutes(pages: readonly AnyRoute[], endpoints: readonly AnyEndpoint[]): AnyRoute[] {
  const made = (path: string, type: string, make: (all: typeof endpoints, publicUrl: string) => string | Uint8Array) =>
    textRoute(path, type, async ({ settings }) => make(endpoints, settings.publicUrl));
  const documents = [...pages.map(markdownPage), made('/docs.md', MARKDOWN, referenceText)];
  return [
    ...documents,
    llms(documents),
    wholeText(pages, endpoints),
    apiCatalog,
    changesFeed,
    made('/developers/noi.http', 'text/plain; charset=utf-8', httpFile),
    made('/developers/bruno.zip', 'application/zip', brunoCollection),
  ];
}
