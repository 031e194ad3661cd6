import { Type, type Static } from '@sinclair/typebox';
import { closed } from './schema';

/** Maximum number of domains in each of a run's two lists (included and excluded). */
export const MOST_SOURCE_DOMAINS = 20;

const domainList = (description: string, example: string) =>
  Type.Array(
    Type.String({
      maxLength: 253,
      pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$',
    }),
    { minItems: 1, maxItems: MOST_SOURCE_DOMAINS, uniqueItems: true, description, examples: [[example]] },
  );

/** Domains that a run may cite (docs/interface/runs.md); each includes its subdomains. */
export const OwnSources = Type.Object(
  {
    include: Type.Optional(domainList('Cite pages of these domains and their subdomains only.', 'destatis.de')),
    exclude: Type.Optional(domainList('Cite no pages of these domains or their subdomains.', 'example-rival.com')),
  },
  {
    ...closed,
    description: 'Domains of the pages that the agents may use, as plain host names.',
    examples: [{ exclude: ['example-rival.com'] }],
  },
);
export type SourceDomains = Static<typeof OwnSources>;

/** True if the host is one of these domains or a subdomain of one. Ignores a trailing dot. */
export function isBelow(hostname: string, domains: readonly string[]): boolean {
  const host = `.${hostname.replace(/\.$/, '')}`;
  return domains.some((domain) => host.endsWith(`.${domain.toLowerCase()}`));
}
