/** Settings that a deployment which the public reaches must not have. */
interface Exposed {
  PUBLIC_URL: string;
  WEBHOOK_ALLOW_PRIVATE?: boolean;
  ANTHROPIC_BASE_URL?: string | undefined;
  RESEND_BASE_URL?: string | undefined;
  STRIPE_BASE_URL?: string | undefined;
}

const PROVIDERS = ['ANTHROPIC_BASE_URL', 'RESEND_BASE_URL', 'STRIPE_BASE_URL'] as const;

/**
 * Refuses, where PUBLIC_URL is https, providers without TLS (our keys would pass in plain text) and private webhooks.
 * @throws Error naming each setting
 */
export function refuseWherePublic(settings: Exposed): void {
  if (new URL(settings.PUBLIC_URL).protocol !== 'https:') return;
  const problems = PROVIDERS.filter((name) => isPlain(settings[name])).map(
    (name) => `${name}: must be an https address where PUBLIC_URL is one; our key would pass the network in plain text`,
  );
  if (settings.WEBHOOK_ALLOW_PRIVATE) {
    problems.push(
      'WEBHOOK_ALLOW_PRIVATE: remove it where PUBLIC_URL is https; customers would reach private addresses',
    );
  }
  if (problems.length > 0) throw new Error(`Settings are not usable:\n  ${problems.join('\n  ')}`);
}

function isPlain(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isLoopbackName(hostname);
}

const ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an address of this machine that no other machine can send from. */
export function isLoopbackAddress(address: string): boolean {
  return ADDRESSES.has(address);
}

/** True for a host name that always means this machine. */
export function isLoopbackName(hostname: string): boolean {
  return NAMES.has(hostname);
}
