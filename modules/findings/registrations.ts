import { getDomain } from 'tldts';
import type { Registration } from './contract/findings-depth';

export type Registrations = ReadonlyMap<string, Registration>;

/** Answer of the name servers or the registry about a domain; null without an answer. */
export type Presence = 'present' | 'absent' | null;

/** Combines answers of name servers and registry. A record proves that a name is taken; its absence proves little. */
export function registrationOf(dns: Presence, rdap: Presence, checkedAt: Date): Registration {
  const answers = { dns, rdap };
  const answeredBy = (['dns', 'rdap'] as const).filter((each) => answers[each] !== null);
  const isPresent = answeredBy.some((each) => answers[each] === 'present');
  const status = isPresent ? 'registered' : answeredBy.length > 0 ? 'not_found' : 'unknown';
  return { status, answeredBy, checkedAt: checkedAt.toISOString() };
}

/** True if a domain is registrable. Excludes subdomains: the domain owner's server may answer anything for them. */
export function isRegistrable(domain: string): boolean {
  return getDomain(domain) === domain;
}
