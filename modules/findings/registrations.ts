import { getDomain } from 'tldts';
import type { Registration } from './contract/findings-depth';

export type Registrations = ReadonlyMap<string, Registration>;

/** Whether the name servers or the registry have a record of a domain; null if they did not respond. */
export type Presence = 'present' | 'absent' | null;

/** Combines both responses. A record proves that a name is taken; a missing record proves little. */
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
