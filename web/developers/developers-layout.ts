import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, type Markup } from '../../base/html';
import { PACKAGE_ROOT } from '../../base/package-root';
import { withSideNavigation, type SideEntry } from '../components/frame';
import { layout, type Layout } from '../layout';

const ENTRIES = [
  { href: '/developers', label: 'Quick start' },
  { href: '/docs', label: 'API reference' },
  { href: '/developers/clients', label: 'Clients' },
  { href: '/developers/webhooks', label: 'Webhooks' },
  { href: '/developers/errors', label: 'Errors' },
  { href: '/developers/versioning', label: 'Versioning' },
] as const;

/** Frame of the pages for developers; `areas` are listed below the entry `current`, `here` is the one shown. */
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

/** Source of a sample program, as shown on the pages. Tests run each sample. */
export function sample(fileName: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'web', 'developers', 'samples', fileName), 'utf8').trimEnd();
}

/** Resources for developers, in the order in which somebody who begins needs them. */
export const WAYS: readonly { href: string; name: string; what: string; machine?: true }[] = [
  {
    href: '/docs',
    name: 'API reference',
    what: 'Every endpoint with its fields, answers, errors and a request to paste.',
  },
  {
    href: '/developers/clients',
    name: 'Clients',
    what: 'Install the client for TypeScript or Python, or use the tools for assistants (MCP), also over HTTP at /mcp.',
  },
  { href: '/developers/errors', name: 'Errors', what: 'Every error code and what to do about it.' },
  {
    href: '/developers/webhooks',
    name: 'Webhooks',
    what: 'Set up an endpoint and verify signatures in three languages.',
  },
  { href: '/openapi/v1.json', name: 'OpenAPI 3.1', what: 'The description to generate clients from.', machine: true },
  {
    href: '/openapi/3.0/v1.json',
    name: 'OpenAPI 3.0',
    what: 'The same for tools that read nothing newer, without webhooks.',
    machine: true,
  },
  { href: '/v1/findings-schema', name: 'Findings schema', what: 'The JSON Schema of all findings.', machine: true },
  {
    href: '/v1/runs/sample/findings',
    name: 'Sample findings',
    what: 'Sample data to develop against, without a key.',
    machine: true,
  },
  {
    href: '/developers/bruno.zip',
    name: 'Bruno collection',
    what: 'Every request for Bruno: runs from top to bottom with a test key that may do everything, and checks each answer.',
    machine: true,
  },
  {
    href: '/developers/noi.http',
    name: 'HTTP file',
    what: 'The same for the HTTP client of your editor (httpyac, JetBrains).',
    machine: true,
  },
  {
    href: '/developers/changes.atom',
    name: 'Changes',
    what: 'What each release changes for developers, as a feed (Atom).',
    machine: true,
  },
  { href: '/llms.txt', name: 'For language models', what: 'These documents as Markdown, by llms.txt.' },
  {
    href: '/.well-known/api-catalog',
    name: 'API catalog',
    what: 'Where everything is, for programs (RFC 9727).',
    machine: true,
  },
];
