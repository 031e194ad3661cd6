import { Resolver } from 'node:dns';
import type { Registration } from '../../contracts/findings-depth';
import { isRegistrable, registrationOf, type Presence } from '../../domain/registrations';
import { createFairGate } from '../../platform/fair-gate';
import { withTimeLimit } from '../../platform/time-limits';
import { fetchOnce, isReserved, type FetchOptions } from '../cited-pages/fetch-page';
import { resolveByDns } from '../public-network/public-lookup';
import { createRegistries } from './registries';

/** Looks up whether domains are registered. */
export interface DomainNames {
  /**
   * Asks name servers, and the registry where these do not know the domain. Never throws but for the signal.
   *
   * @throws the reason of the signal
   */
  look(domain: string, owner: string, signal: AbortSignal): Promise<Registration>;
}

/** Options of {@link createDomainNames}. */
export interface DomainNamesOptions {
  /** Address of our own pages, where the operator of a registry finds who we are. */
  publicUrl: string;
  /** Server that answers for reserved names on one machine, where nobody else is asked; null elsewhere. */
  sampleOrigin: string | null;
  /** Addresses of name servers; by default those of the system. */
  servers?: readonly string[];
  /** Gets an address; by default as cited pages are got, from the public network only. */
  get?: (url: URL, signal: AbortSignal) => Promise<{ status: number; body: string }>;
  timeoutMs?: number;
}

/** Most look-ups of this process at once, and of one run: registries refuse whoever asks too much. */
const AT_ONCE = { atOnce: 8, perOwner: 3 };
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 1_000_000;
const DNS = { timeout: 1_500, tries: 2 };

/** Under a reserved name, and so at the server of samples. */
const SAMPLE_REGISTRY = 'https://rdap.example/domain/';

/** Creates the look-up; a name that nobody can own, or that lies below another one, is asked of nobody. */
export function createDomainNames(options: DomainNamesOptions): DomainNames {
  const { publicUrl, sampleOrigin, servers, timeoutMs = TIMEOUT_MS } = options;
  const request: Omit<FetchOptions, 'signal'> = {
    userAgent: `NewsletterOpportunityIntelligence/1.0 (+${new URL('/support', publicUrl).href}; looks up names)`,
    maxBytes: MAX_BYTES,
    resolveAll: resolveByDns,
    sampleOrigin: sampleOrigin === null ? null : new URL(sampleOrigin),
  };
  const get =
    options.get ??
    (async (url, signal) => {
      const { status, page } = await fetchOnce(url, { ...request, signal });
      return { status, body: page?.body.toString() ?? '' };
    });
  const registries = createRegistries(get);
  const gate = createFairGate(AT_ONCE);

  async function ask(domain: string, signal: AbortSignal): Promise<[dns: Presence, rdap: Presence]> {
    if (isReserved({ hostname: domain }) || sampleOrigin !== null) {
      return sampleOrigin !== null && isReserved({ hostname: domain })
        ? [await presence(get(new URL(SAMPLE_REGISTRY + domain), signal)), null]
        : [null, null];
    }
    if (!isRegistrable(domain)) return [null, null];
    const dns = await askNameServers(domain, servers);
    return [dns, dns === 'present' ? null : await registries.ask(domain, signal)];
  }

  return {
    async look(domain, owner, signal) {
      const [dns, rdap] = await gate
        .through(owner, () => withTimeLimit(timeoutMs, signal, (limited) => ask(domain, limited)))
        .catch(() => [null, null] as [Presence, Presence]);
      signal.throwIfAborted();
      return registrationOf(dns, rdap, new Date());
    },
  };
}

const presence = (answer: Promise<{ status: number }>): Promise<Presence> =>
  answer.then(
    ({ status }) => (status === 200 ? 'present' : status === 404 ? 'absent' : null),
    () => null,
  );

/**
 * Asks for the name servers of a domain, and for its addresses where there is no answer to that. The first decides,
 * because resolvers of some networks make up addresses for names that do not exist.
 */
async function askNameServers(domain: string, servers: readonly string[] | undefined): Promise<Presence> {
  const resolver = new Resolver(DNS);
  if (servers) resolver.setServers(servers);
  const asked = (['NS', 'A', 'AAAA'] as const).map(
    (type) =>
      new Promise<Presence>((resolve) =>
        resolver.resolve(domain, type, (error, records) => {
          if (!error) resolve((records as unknown[]).length > 0 ? 'present' : null);
          else resolve(error.code === 'ENOTFOUND' ? 'absent' : null);
        }),
      ),
  );
  const [ns, ...addresses] = await Promise.all(asked);
  return ns ?? addresses.find((each) => each !== null) ?? null;
}
