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
 * Runs work that mails an address somebody typed, within the daily limits of its mailbox and of the sender's networks:
 * nobody can use this service to write to strangers, and flooding one mailbox locks nobody else out of it. Known and
 * unknown addresses are treated alike. Failed work does not count.
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
