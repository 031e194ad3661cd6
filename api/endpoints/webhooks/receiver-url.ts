import { Failure } from '../../../contracts/failures';
import { isPrivateAddress, literalAddress } from '../../../providers/webhooks/private-address';

/**
 * The normalised address of a receiver. A literal address that is not public is refused here already; what a name leads to is looked
 * at when something is sent. `http://localhost` passes where the operator delivers to this machine (`allowPrivate`).
 *
 * @throws Failure `invalid_request` that says what is wrong with `/url`
 */
export function receiverUrl(text: string, allowPrivate: boolean): string {
  if (!URL.canParse(text)) throw refused('invalid_format', 'must be an absolute address');
  const url = new URL(text);
  const local = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  if (url.protocol !== 'https:' && !(local && allowPrivate && url.protocol === 'http:')) {
    throw refused('not_https', 'must be an https address');
  }
  if (url.username || url.password) throw refused('credentials_in_url', 'must not contain a user name or password');
  if (url.hash) throw refused('fragment_in_url', 'must not have a fragment');
  const literal = literalAddress(url);
  if ((local && !allowPrivate) || (literal && isPrivateAddress(literal))) {
    throw refused('private_address', 'must be an address on the public network');
  }
  return url.href;
}

function refused(code: string, detail: string): Failure {
  return new Failure('invalid_request', { detail: `/url ${detail}.`, errors: [{ pointer: '/url', code, detail }] });
}
