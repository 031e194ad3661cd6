import { getDomain } from 'tldts';
import type { Registration } from './contract/findings-depth';

/** What was seen of domains, by their names. */
export type Registrations = ReadonlyMap<string, Registration>;

/** Answer about a domain, of the name servers or of the registry; null where there was none. */
export type Presence = 'present' | 'absent' | null;

/** What the answers of name servers and registry say together. A record proves a domain; its lack proves little. */
export function registrationOf(dns: Presence, rdap: Presence, checkedAt: Date): Registration {
  const answers = { dns, rdap };
  const answeredBy = (['dns', 'rdap'] as const).filter((each) => answers[each] !== null);
  const isPresent = answeredBy.some((each) => answers[each] === 'present');
  const status = isPresent ? 'registered' : answeredBy.length > 0 ? 'not_found' : 'unknown';
  return { status, answeredBy, checkedAt: checkedAt.toISOString() };
}

/** True for a name that one registers, and not one that lies below it, for which its owner's server may answer anything. */
export function isRegistrable(domain: string): boolean {
  return getDomain(domain) === domain;
}
