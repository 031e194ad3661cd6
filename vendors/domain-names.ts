import { Resolver } from 'node:dns';
import { createFairGate } from '../base/fair-gate';
import { withTimeLimit } from '../base/time-limits';
import type { Registration } from '../modules/findings/contract/findings-depth';
import { isRegistrable, registrationOf, type Presence } from '../modules/findings/registrations';
import { fetchOnce, isReserved, type FetchOptions } from './cited-pages/fetch-page';
import { resolveByDns } from './public-network';

export interface DomainNames {
  /** Asks name servers, then the registry if they do not know the domain. @throws only the signal's reason */
  look(domain: string, owner: string, signal: AbortSignal): Promise<Registration>;
}

interface DomainNamesOptions {
  /** URL of our own site, where a registry's operator can find out who we are. */
  publicUrl: string;
  /** If everything runs on one machine, the only server to ask, and only about reserved names. Otherwise null. */
  sampleOrigin: string | null;
  /** Addresses of name servers. Defaults to the name servers of the system. */
  servers?: readonly string[];
  /** Fetches a URL. By default, fetches only from public addresses, like the cited pages. */
  get?: (url: URL, signal: AbortSignal) => Promise<{ status: number; body: string }>;
  timeoutMs?: number;
}

/** Maximum concurrent look-ups, per process and per run. Registries block clients that ask too often. */
const AT_ONCE = { atOnce: 8, perOwner: 3 };
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 1_000_000;
const DNS = { timeout: 1_500, tries: 2 };

/** Registry for sample domains. Its host name is reserved, so the sample server responds. */
const SAMPLE_REGISTRY = 'https://rdap.example/domain/';

/** Creates the look-up. It skips subdomains, and looks up reserved names only at the sample server. */
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

/** Queries NS records and addresses. NS takes precedence: some resolvers invent addresses for unknown names. */
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

type Get = (url: URL, signal: AbortSignal) => Promise<{ status: number; body: string }>;

/** List of registries by top-level domain (RFC 9224). Some country domains are missing. */
const BOOTSTRAP = 'https://data.iana.org/rdap/dns.json';
const KEPT_MS = 86_400_000;
/** Pause after a failure to read the list. */
const RETRY_MS = 600_000;

/** Registries queried through RDAP (RFC 9082). Their list is read once a day. */
function createRegistries(get: Get): { ask(domain: string, signal: AbortSignal): Promise<Presence> } {
  let servers = new Map<string, string>();
  let until = 0;

  async function serverOf(domain: string, signal: AbortSignal): Promise<string | undefined> {
    if (Date.now() >= until) {
      const list = await get(new URL(BOOTSTRAP), signal).catch(() => null);
      const read = list?.status === 200 ? readBootstrap(list.body) : null;
      servers = read ?? servers;
      until = Date.now() + (read ? KEPT_MS : RETRY_MS);
    }
    return servers.get(domain.slice(domain.lastIndexOf('.') + 1));
  }

  return {
    async ask(domain, signal) {
      const server = await serverOf(domain, signal);
      if (server === undefined) return null;
      const answer = await get(new URL(`domain/${domain}`, server), signal).catch(() => null);
      // A 404 from the registry responsible for the domain means that the domain is not registered (RFC 7480, 5.3).
      return answer?.status === 404 ? 'absent' : answer?.status === 200 ? 'present' : null;
    },
  };
}

/** Parses the list into registry URLs by top-level domain. Null if `text` is not a valid list. */
function readBootstrap(text: string): Map<string, string> | null {
  try {
    const { services } = JSON.parse(text) as { services: [names: string[], servers: string[]][] };
    return new Map(
      services.flatMap(([names, servers]) => {
        const server = servers.find((each) => each.startsWith('https://'));
        return server === undefined ? [] : names.map((name) => [name, server] as const);
      }),
    );
  } catch {
    return null;
  }
}
