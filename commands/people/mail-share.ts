import { normalMailbox } from '../../contracts/email-address';
import type { ApiDeps } from '../../http/deps';
import { networkOf, widerNetworkOf } from '../../http/limits/client-address';
import { limitExceeded } from '../../http/limits/limiters';
import { hashTypedMailbox } from '../../platform/tokens';

/** An e-mail address, and the network address of who typed it. */
export interface TypedAddress {
  email: string;
  address: string;
}

/**
 * Does what mails an address that somebody typed, within what a day allows of its mailbox and of the networks of who
 * typed it: nobody can use this service to write to strangers, and who floods one mailbox locks nobody else out of it. The same
 * for every address, known or not. What fails spends nothing.
 *
 * @throws Failure `rate_limited`
 */
export async function withinMailShare<Done>(
  { limiters, settings }: ApiDeps,
  { email, address }: TypedAddress,
  work: () => Promise<Done>,
): Promise<Done> {
  const { mailsToMailbox, mailsOfNetwork, mailsOfWiderNetwork } = limiters.endpoint;
  const network = networkOf(address);
  const mailbox = hashTypedMailbox(settings.mail!.tokenSecrets[0], normalMailbox(email));
  const shares = [
    [mailsToMailbox, `${network} ${mailbox}`],
    [mailsOfNetwork, network],
    [mailsOfWiderNetwork, widerNetworkOf(address)],
  ] as const;
  // Counted before, so that requests at once are counted.
  const allowances = await Promise.all(shares.map(([share, key]) => share.consume(key)));
  try {
    const spent = allowances.find(({ exceeded }) => exceeded);
    if (spent) throw limitExceeded(spent, 'endpoint');
    return await work();
  } catch (failure) {
    await Promise.all(shares.map(([share, key]) => share.uncount(key)));
    throw failure;
  }
}
