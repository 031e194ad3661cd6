import { html, type Fragment, type Markup } from '../base/html';
import { favicon, mark, socialPicture, preloadedFonts, siteScript, styleSheet } from './style';

/** Public service name. */
export const SITE_NAME = 'Newsletter Opportunity Intelligence';

export interface Layout {
  /** Title of the browser window. The page has its own heading. */
  title: string;
  body: Fragment;
  /** Description for search engines and link previews. A page without one gets a `noindex` tag. */
  about?: PageMeta;
  /** URLs of additional style sheets. */
  styles?: readonly string[];
  scripts?: readonly string[];
  /** Navigation entry to mark as current. */
  section?: Section;
  /** Additional head elements. */
  head?: Fragment;
}

/** Description of a public page for search engines and link previews. */
interface PageMeta {
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string;
  /** Canonical path, with the query if it identifies the page. */
  path: string;
  /** One or two sentences. */
  description: string;
}

const NAVIGATION = [
  { href: '/opportunities', label: 'Opportunities' },
  { href: '/buy', label: 'Pricing' },
  { href: '/scan', label: 'Free scan' },
  { href: '/developers', label: 'Developers' },
  { href: '/account', label: 'Account' },
] as const;

type Section = (typeof NAVIGATION)[number]['href'];

const FOOTER = [
  {
    heading: 'Product',
    links: [
      ['/opportunities', 'Opportunities'],
      ['/buy', 'Pricing'],
      ['/scan', 'Free scan'],
      ['/sample-dossier', 'Sample dossier'],
      ['/how-we-research', 'How we research'],
      ['/account', 'Account'],
    ],
  },
  {
    heading: 'Developers',
    links: [
      ['/developers', 'Quick start'],
      ['/docs', 'API reference'],
      ['/developers/clients', 'Clients'],
      ['/developers/webhooks', 'Webhooks'],
      ['/developers/errors', 'Errors'],
      ['/developers/versioning', 'Versioning'],
    ],
  },
  {
    heading: 'Company',
    links: [
      ['/support', 'Support'],
      ['/status', 'Status'],
      ['/terms', 'Terms'],
      ['/privacy', 'Privacy'],
      ['/refunds', 'Refunds'],
      ['/imprint', 'Imprint'],
      ['/licences', 'Licenses'],
    ],
  },
] as const;

/**
 * Frame of every page: head, navigation, body and footer. Works without scripts. The site script runs before the first
 * paint, because adding tabs and buttons later would shift the page.
 */
export function layout({ title, body, about, styles = [], scripts = [], section, head }: Layout): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${SITE_NAME}</title>
        ${about ? describedBy(title, about) : html`<meta name="robots" content="noindex" />`}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="${favicon.href}" type="image/svg+xml" />
        ${preloadedFonts.map((href) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`)}
        <link rel="stylesheet" href="${styleSheet.href}" />
        ${styles.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        <script src="${siteScript.href}" defer blocking="render"></script>
        ${scripts.map((src) => html`<script src="${src}" defer></script>`)} ${head}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="site-header">
          <div>
            ${brand()}
            <nav class="site-nav" aria-label="Main">${navigation(section)}</nav>
            <details class="menu">
              <summary>Menu</summary>
              <nav aria-label="Main">${navigation(section)}</nav>
            </details>
          </div>
        </header>
        <main id="content" tabindex="-1">${body}</main>
        ${footer()}
      </body>
    </html>`;
}

/** Head elements that describe a page to search engines and link previews. */
export function describedBy(title: string, { publicUrl, path, description }: PageMeta): Markup {
  const url = publicUrl + path;
  return html`<meta name="description" content="${description}" />
    <link rel="canonical" href="${url}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${SITE_NAME}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${publicUrl}${socialPicture.href}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${SITE_NAME}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}

function brand(): Markup {
  return html`<a class="brand" href="/"
    >${mark}<span>Newsletter Opportunity<br />Intelligence</span></a
  >`;
}

function navigation(section: Section | undefined): Markup[] {
  return NAVIGATION.map(({ href, label }) =>
    href === section ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`,
  );
}

function footer(): Markup {
  return html`<footer class="site-footer">
    <div>
      <div class="about">
        ${brand()}
        <p>AI agents research newsletter ideas. We check quotes against their sources. Not investment advice.</p>
      </div>
      <nav aria-label="Footer">
        ${FOOTER.map(
          ({ heading, links }) =>
            html`<div>
              <h2>${heading}</h2>
              <ul>
                ${links.map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}
              </ul>
            </div>`,
        )}
      </nav>
    </div>
  </footer>`;
}
