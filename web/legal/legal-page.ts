import { html, type Fragment, type Markup } from '../../base/html';
import type { Seller } from '../../base/payment-settings';
import type { ApiSettings } from '../../http/settings';
import { inUtc } from '../components/data';
import { withSideNavigation } from '../components/frame';
import { layout, SITE_NAME } from '../layout';
import { page, show } from '../page';

const ENTRIES = [
  { href: '/terms', label: 'Terms' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/refunds', label: 'Refunds' },
  { href: '/imprint', label: 'Imprint' },
  { href: '/licences', label: 'Licenses' },
] as const;

/** Declares a legal page. `body` receives the seller from the operator's settings. */
export function legalPage(spec: {
  path: (typeof ENTRIES)[number]['href'];
  title: string;
  description: string;
  /** Date of the last text change. */
  changed?: string;
  body(seller: Seller, settings: ApiSettings): Fragment;
}) {
  const { path, title, description, changed, body } = spec;
  return page({
    method: 'GET',
    path,
    large: true,

    handle({ deps: { settings } }) {
      const about = { publicUrl: settings.publicUrl, path, description };
      const content = html`<article class="prose">
        <h1>${title}</h1>
        ${body(settings.seller, settings)}
        ${changed && html`<p class="soft">Last changed ${inUtc(new Date(changed), 'date')}.</p>`}
      </article>`;
      return show(
        layout({
          title,
          about,
          body: withSideNavigation({ label: 'Legal', entries: ENTRIES, current: path }, content),
        }),
      );
    },
  });
}

/** Seller's name. Until the operator sets it, the service's name. */
export function sellerName({ name }: Seller): string {
  return name ?? `the operator of ${SITE_NAME}`;
}

/** Seller's postal and email addresses. Until the operator sets them, a warning. */
export function sellerAddress({ name, address, email }: Seller): Markup {
  if (name === null && address.length === 0 && email === null) {
    return html`<p class="notice warn">
      The operator of this service has not named the seller yet. <a href="/support">Ask support</a> before you buy.
    </p>`;
  }
  const lines = [name, ...address].filter((line) => line !== null);
  return html`<address>
    ${lines.map((line) => html`${line}<br />`)} ${email !== null && html`<a href="mailto:${email}">${email}</a>`}
  </address>`;
}
