import { html, type Markup } from '../../platform/html';
import { withSideNavigation } from '../components/side-navigation';
import { layout, type Layout } from '../layout';

const ENTRIES = [
  { href: '/developers', label: 'Quick start' },
  { href: '/docs', label: 'API reference' },
  { href: '/developers/clients', label: 'Clients' },
  { href: '/developers/webhooks', label: 'Webhooks' },
  { href: '/developers/errors', label: 'Errors' },
  { href: '/developers/versioning', label: 'Versioning' },
] as const;

/** Frame of the pages for developers: the public frame with their side navigation. */
export function developersLayout({
  current,
  body,
  ...rest
}: Omit<Layout, 'section'> & { current: (typeof ENTRIES)[number]['href'] }): Markup {
  return layout({
    ...rest,
    section: '/developers',
    head: html`<link rel="alternate" type="text/markdown" href="${current}.md" />`,
    body: withSideNavigation({ label: 'Developers', entries: ENTRIES, current }, body),
  });
}
