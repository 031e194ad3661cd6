import { html, type Markup } from '../../platform/html';
import { withSideNavigation, type SideEntry } from '../components/side-navigation';
import { layout, type Layout } from '../layout';

const ENTRIES = [
  { href: '/developers', label: 'Quick start' },
  { href: '/docs', label: 'API reference' },
  { href: '/developers/clients', label: 'Clients' },
  { href: '/developers/webhooks', label: 'Webhooks' },
  { href: '/developers/errors', label: 'Errors' },
  { href: '/developers/versioning', label: 'Versioning' },
] as const;

/**
 * Frame of the pages for developers: the public frame with their side navigation. `areas` are parts of the page
 * `current`, listed below it, and `here` is the one that is shown.
 */
export function developersLayout({
  current,
  areas = [],
  here = current,
  body,
  ...rest
}: Omit<Layout, 'section'> & {
  current: (typeof ENTRIES)[number]['href'];
  areas?: readonly SideEntry[];
  here?: string;
}): Markup {
  const entries = ENTRIES.flatMap((entry) => [entry, ...(entry.href === current ? areas : [])]);
  return layout({
    ...rest,
    section: '/developers',
    head: html`<link rel="alternate" type="text/markdown" href="${current}.md" />`,
    body: withSideNavigation({ label: 'Developers', entries, current: here }, body),
  });
}
