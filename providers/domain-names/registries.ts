import type { Presence } from '../../domain/registrations';

type Get = (url: URL, signal: AbortSignal) => Promise<{ status: number; body: string }>;

/** Which registry answers for which top-level domains (RFC 9224); those of some countries have none. */
const BOOTSTRAP = 'https://data.iana.org/rdap/dns.json';
const KEPT_MS = 86_400_000;
/** After a list that did not come. */
const RETRY_MS = 600_000;

/** Registries that are asked by RDAP (RFC 9082). The list of them is read once a day. */
export function createRegistries(get: Get): { ask(domain: string, signal: AbortSignal): Promise<Presence> } {
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
      // Of a registry that it names itself, "not found" is an answer (RFC 7480, 5.3).
      return answer?.status === 404 ? 'absent' : answer?.status === 200 ? 'present' : null;
    },
  };
}

/** Addresses of registries by top-level domain; null where it is no such list. */
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
