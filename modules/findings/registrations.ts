import { getDomain } from 'tldts';
import type { Registration } from './contract/findings-depth';

export type Registrations = ReadonlyMap<string, Registration>;

/** Tells whether DNS or the registry has a record of a domain; null if there was no response. */
export type Presence = 'present' | 'absent' | null;

/** Combines both responses. A record proves that a name is taken. A missing record does not prove that it is free. */
export function registrationOf(dns: Presence, rdap: Presence, checkedAt: Date): Registration {
  const answers = { dns, rdap };
  const answeredBy = (['dns', 'rdap'] as const).filter((each) => answers[each] !== null);
  const isPresent = answeredBy.some((each) => answers[each] === 'present');
  const status = isPresent ? 'registered' : answeredBy.length > 0 ? 'not_found' : 'unknown';
  return { status, answeredBy, checkedAt: checkedAt.toISOString() };
}

/** True if a domain is registrable. Excludes subdomains, because their owner's name server may return anything. */
export function isRegistrable(domain: string): boolean {
  return getDomain(domain) === domain;
}
