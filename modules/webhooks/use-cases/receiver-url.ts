import { Failure } from '../../../base/failures';
import { isPrivateAddress, literalAddress } from '../../../base/private-address';
import { isLoopbackName } from '../../../base/public-deployment';

/** Rules for the receivers that customers may name. */
export interface Receivers {
  /** Allows private receivers (`http://localhost:…`); only for a service on a single machine. */
  allowPrivate: boolean;
  ports: readonly number[];
}

/**
 * Normalizes the URL of a receiver. Refuses private IP addresses and names outside public DNS, even with trailing dots.
 * The IP addresses of public names are checked at delivery. `allowPrivate` also permits receivers on this machine, at
 * any port and over http: `http://localhost:9000`, `http://127.0.0.1:9000`. All other URLs must use one of `ports`.
 * @throws Failure `invalid_request` with the problem at `pointer`
 */
export function receiverUrl(text: string, { allowPrivate, ports }: Receivers, pointer = '/url'): string {
  const refused = (code: string, detail: string) =>
    new Failure('invalid_request', { detail: `${pointer} ${detail}.`, errors: [{ pointer, code, detail }] });
  if (!URL.canParse(text)) throw refused('invalid_format', 'must be an absolute URL');
  const url = new URL(text);
  const name = url.hostname.replace(/(?<!\.)\.+$/, '');
  const isPlain = url.protocol === 'http:';
  const local = name === 'localhost' || name.endsWith('.localhost') || (isPlain && isLoopbackName(name));
  if (url.protocol !== 'https:' && !(local && allowPrivate && isPlain)) {
    throw refused('not_https', 'must be an https URL');
  }
  if (url.username || url.password) throw refused('credentials_in_url', 'must not contain a user name or password');
  if (url.hash) throw refused('fragment_in_url', 'must not have a fragment');
  const literal = literalAddress(url);
  const reachable = local ? allowPrivate : literal ? !isPrivateAddress(literal) : isPublicName(name);
  if (!reachable) {
    throw refused('private_address', 'must be on the public network');
  }
  if (!local && !ports.includes(Number(url.port || 443))) {
    throw refused(
      'port_not_allowed',
      `must have ${ports.length > 1 ? 'one of the ports' : 'port'} ${ports.join(', ')}`,
    );
  }
  return url.href;
}

// Names outside public DNS (RFC 6761, 6762, 8375; ICANN's `internal`). Names without a dot are private too.
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion)$/;

function isPublicName(name: string): boolean {
  return name.includes('.') && !PRIVATE_NAMES.test(name);
}
