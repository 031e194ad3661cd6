import { html } from '../../base/html';
import type { AnyEndpoint, AnyRoute } from '../../http/endpoint';
import { listSitemapEntries } from '../../modules/opportunities/store/catalog';
import { readSample } from '../../modules/runs/use-cases/sample';
import { areasOf } from '../developers/reference/areas';
import { textRoute } from '../page';
import { SAMPLE_PORTFOLIO } from './sample-dossier-page';

/** Maximum number of opportunities in the sitemap. A sitemap may list at most 50,000 URLs (sitemaps.org). */
const MAX_ENTRIES = 5_000;
const EXPIRY_MONTHS = 6;

const PAGES = [
  '/',
  '/opportunities',
  '/buy',
  '/scan',
  '/sample-dossier',
  '/how-we-research',
  '/developers',
  '/developers/clients',
  '/developers/webhooks',
  '/developers/errors',
  '/developers/versioning',
  '/docs',
  '/support',
  '/terms',
  '/privacy',
  '/refunds',
  '/imprint',
  '/licences',
];

/** Paths that search engines should not index. */
const DISALLOWED = [
  '/account',
  '/checkout',
  '/shared',
  '/sign-in',
  '/forgot-password',
  '/reset-password',
  '/v1',
  '/unsubscribe',
];

const robots = textRoute('/robots.txt', 'text/plain; charset=utf-8', async ({ settings }) =>
  [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${settings.publicUrl}/sitemap.xml`,
    '',
  ].join('\n'),
);

/** Public pages, reference areas and available opportunities. */
const sitemap = (areas: readonly string[]) =>
  textRoute('/sitemap.xml', 'application/xml; charset=utf-8', async ({ db, settings }) => {
    const [entries, search] = await Promise.all([listSitemapEntries(db, MAX_ENTRIES), readSample(db, 'custom_search')]);
    const pages = [...PAGES, ...areas, ...(search ? [SAMPLE_PORTFOLIO] : [])];
    const url = (path: string, changed?: Date) =>
      html`<url
        ><loc>${settings.publicUrl}${path}</loc>${changed && html`<lastmod>${changed.toISOString()}</lastmod>`}</url
      >`;
    return html`<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        >${pages.map((path) => url(path))}${entries.map(({ id, publishedAt }) => url(`/opportunities/${id}`, publishedAt))}</urlset
      >`.toString();
  });

/** Security contact (RFC 9116), valid for six months from the month of the request. */
const security = textRoute('/.well-known/security.txt', 'text/plain; charset=utf-8', async ({ settings }) =>
  [
    `Contact: mailto:${settings.supportAddress}`,
    `Contact: ${settings.publicUrl}/support`,
    `Expires: ${expiry(new Date()).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${settings.publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n'),
);

/** Files for crawlers and security researchers. */
export function crawlerRoutes(endpoints: readonly AnyEndpoint[]): AnyRoute[] {
  return [robots, sitemap(areasOf(endpoints).map(({ href }) => href)), security];
}

function expiry(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + EXPIRY_MONTHS, 1));
}
