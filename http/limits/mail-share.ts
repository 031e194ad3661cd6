import { normalMailbox, type WithinMailShare } from '../../base/email-address';
import { networkOf, widerNetworkOf } from '../../base/networks';
import { hashTypedMailbox } from '../../base/tokens';
import type { ApiDeps } from '../deps';
import { limitExceeded } from './limiters';

/**
 * Limits emails to typed-in addresses per day, by mailbox and by the networks of the requester's IP `address`. Prevents
 * spam to strangers through this service, and a flood to one mailbox does not block requests for it from other
 * networks. Known and unknown mailboxes are treated alike. Failed work does not count.
 */
export function mailShare({ limiters, settings }: ApiDeps, address: string): WithinMailShare {
  return async (email, work) => {
    const { mailsToMailbox, mailsOfNetwork, mailsOfWiderNetwork } = limiters.endpoint;
    const network = networkOf(address);
    const mailbox = hashTypedMailbox(settings.mail!.tokenSecrets[0], normalMailbox(email));
    const shares = [
      [mailsToMailbox, `${network} ${mailbox}`],
      [mailsOfNetwork, network],
      [mailsOfWiderNetwork, widerNetworkOf(address)],
    ] as const;
    // Counts before doing the work, so that concurrent requests cannot exceed the limit.
    const allowances = await Promise.all(shares.map(([share, key]) => share.consume(key)));
    try {
      const spent = allowances.find(({ exceeded }) => exceeded);
      if (spent) throw limitExceeded(spent, 'endpoint');
      return await work();
    } catch (failure) {
      await Promise.all(shares.map(([share, key]) => share.uncount(key)));
      throw failure;
    }
  };
}
