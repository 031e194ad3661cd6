import { html, type Fragment, type Markup } from '../../providers/html';
import { styleSheet } from './style';

/** Name of the service as readers know it. */
export const SITE_NAME = 'Newsletter Opportunity Intelligence';

/** What a page says of itself. */
export interface Layout {
  /** Stands in the window's title and nowhere else: the page has its own heading. */
  title: string;
  body: Fragment;
  /** Style sheets of ours beside the one of all pages, by address. */
  styles?: readonly string[];
  /** Scripts of ours, by address. */
  scripts?: readonly string[];
}

/** The frame of every page: head, way to the other pages, body and foot. Works without any script. */
export function layout({ title, body, styles = [], scripts = [] }: Layout): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${SITE_NAME}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${styleSheet.href}" />
        ${styles.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        ${scripts.map((src) => html`<script src="${src}" defer></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <nav aria-label="Main">
            <a class="brand" href="/opportunities">${SITE_NAME}</a>
            <a href="/opportunities">Opportunities</a>
            <a href="/buy">Research credits</a>
            <a href="/scan">Free scan</a>
            <a href="/developers">Developers</a>
            <a href="/account">Account</a>
          </nav>
        </header>
        <main id="content">${body}</main>
        <footer>
          <p>
            Research by AI agents, checked against a published schema. No investment advice.
            <a href="/support">Support</a>
          </p>
        </footer>
      </body>
    </html>`;
}
