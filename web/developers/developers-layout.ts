import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../../base/access';
import { html, type Fragment, type Markup } from '../../base/html';
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

/** Layout of the developer pages. `here` is the current page; `areas` appear below the entry `current`. */
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

/** Account page whose form is prefilled for a test key that works with every sample. */
export const TEST_KEY_PATH = '/account/keys?mode=test';

/** Source of a sample program. Tests run every sample. */
export function sample(fileName: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'web', 'developers', 'samples', fileName), 'utf8').trimEnd();
}

/** Shell commands that set the variables for the samples. */
export const environment = (publicUrl: string) => `export NOI_API_URL=${publicUrl}\nexport NOI_API_KEY=noi_test_…`;

/** Note above a sample that lists the scopes that its key needs. */
export function scopeNote(scopes: readonly Scope[]): Fragment {
  if (scopes.length === 0) return 'No key needed';
  const names = scopes.map((scope, place) => html`${place > 0 && ', '}<code>${scope}</code>`);
  return html`${scopes.length === 1 ? 'Scope' : 'Scopes'}: ${names}`;
}

/** Developer resources, in the order in which a beginner needs them. */
export const WAYS: readonly { href: string; name: string; what: string; machine?: true }[] = [
  {
    href: '/docs',
    name: 'API reference',
    what: 'Every endpoint with its fields, errors and samples to paste.',
  },
  {
    href: '/developers/clients',
    name: 'Clients',
    what: 'Install the TypeScript or Python client, or connect an assistant by MCP.',
  },
  { href: '/developers/errors', name: 'Errors', what: 'Every error code and how to handle it.' },
  {
    href: '/developers/webhooks',
    name: 'Webhooks',
    what: 'Create an endpoint and verify its signed deliveries.',
  },
  { href: '/openapi/v1.json', name: 'OpenAPI 3.1', what: 'The API description, to generate clients.', machine: true },
  {
    href: '/openapi/3.0/v1.json',
    name: 'OpenAPI 3.0',
    what: 'The same description for older tools, without webhooks.',
    machine: true,
  },
  { href: '/v1/findings-schema', name: 'Findings schema', what: 'The JSON Schema of all findings.', machine: true },
  {
    href: '/v1/runs/sample/findings',
    name: 'Sample findings',
    what: 'Sample data to develop against. Needs no key.',
    machine: true,
  },
  {
    href: '/developers/bruno.zip',
    name: 'Bruno collection',
    what: 'Every request for Bruno. Runs from top to bottom with a test key that has all scopes, and checks each answer.',
    machine: true,
  },
  {
    href: '/developers/noi.http',
    name: 'HTTP file',
    what: "The same requests for your editor's HTTP client (httpyac, JetBrains).",
    machine: true,
  },
  {
    href: '/developers/changes.atom',
    name: 'Changes',
    what: 'What each release changes for developers, as an Atom feed.',
    machine: true,
  },
  { href: '/llms.txt', name: 'For language models', what: 'All documents as Markdown (llms.txt).' },
  {
    href: '/.well-known/api-catalog',
    name: 'API catalog',
    what: 'Links to all of these for programs (RFC 9727).',
    machine: true,
  },
];
