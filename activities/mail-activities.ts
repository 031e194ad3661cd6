import { log } from '@temporalio/activity';
import { hashToken, linkToken, unsubscribeToken } from '../contracts/tokens';
import type { BackgroundMail } from '../contracts/workflow-messages';
import { marketingWelcomeMail } from '../providers/mail/templates/marketing-welcome';
import { passwordChangedMail, passwordResetMail, signInLinkMail } from '../providers/mail/templates/account-links';
import { address } from '../providers/mail/templates/layout';
import { supportForwardedMail, supportReceivedMail } from '../providers/mail/templates/support';
import {
  withdrawalNotPaidMail,
  withdrawalPaidMail,
  withdrawalStuckMail,
  type WithdrawalFacts,
} from '../providers/mail/templates/withdrawals';
import type { MailContent } from '../providers/mail/templates/layout';
import { findAccount } from '../store/accounts';
import { findLink, issueLink } from '../store/account-links';
import { findConsent } from '../store/suppressions';
import { countRecentRequests, findSupportRequest } from '../store/support-requests';
import { loadWithdrawal } from '../store/withdrawals/read-withdrawals';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';

/** Acknowledgements that one address gets within an hour; more would be a way to flood somebody. */
const MAX_ACKNOWLEDGEMENTS = 3;

const NOTHING: Delivered = { sent: false };

/** How each link to an account is mailed. */
const LINK_MAILS = {
  sign_in: { path: '/sign-in/link', mail: signInLinkMail, key: 'sign-in-link' },
  password_reset: { path: '/reset-password', mail: passwordResetMail, key: 'password-reset-link' },
} as const;

/** Activities that send the mails behind an answer. Addresses and tokens are made here and never stand in a history. */
export function createMailActivities(deps: ActivityDeps) {
  const { db, publicUrl, tokenSecret, linkLifetimesMs } = deps;

  const mails: Record<BackgroundMail, (id: string) => Promise<Delivered>> = {
    async account_link(id) {
      const requested = await findLink(db, id);
      if (!deps.mailer || !requested) return NOTHING;
      const purpose = requested.purpose as keyof typeof LINK_MAILS;
      const token = linkToken(tokenSecret, purpose, id);
      const link = await issueLink(db, id, hashToken(token), linkLifetimesMs[purpose]);
      if (!link) return NOTHING;
      const { path, mail, key } = LINK_MAILS[purpose];
      const url = address(publicUrl, `${path}?token=${token}`);
      const content = mail({ url, lifetimeMs: linkLifetimesMs[purpose] });
      return deliverMail(deps, { ...content, to: link.email, idempotencyKey: `${key}/${id}` });
    },

    async password_changed(id) {
      const link = await findLink(db, id);
      if (!link) return NOTHING;
      const content = passwordChangedMail({ publicUrl });
      return deliverMail(deps, { ...content, to: link.email, idempotencyKey: `password-changed/${id}` });
    },

    async marketing_welcome(id) {
      const consent = await findConsent(db, id);
      if (!consent) return NOTHING;
      const path = `/v1/marketing/unsubscribe?token=${unsubscribeToken(tokenSecret, id)}`;
      const content = marketingWelcomeMail({ unsubscribeUrl: address(publicUrl, path), publicUrl });
      return deliverMail(
        deps,
        { ...content, to: consent.email, idempotencyKey: `marketing-welcome/${id}` },
        'marketing',
      );
    },

    async support_received(id) {
      const request = await findSupportRequest(db, id);
      if (!request || (await countRecentRequests(db, request)) >= MAX_ACKNOWLEDGEMENTS) return NOTHING;
      const content = supportReceivedMail({ supportRequestId: id });
      return deliverMail(deps, { ...content, to: request.email, idempotencyKey: `support-received/${id}` });
    },

    async support_forwarded(id) {
      const request = await findSupportRequest(db, id);
      if (!request) return NOTHING;
      const content = supportForwardedMail({ supportRequestId: id, ...request });
      return deliverMail(deps, {
        ...content,
        to: deps.supportAddress,
        replyTo: request.email,
        idempotencyKey: `support-forwarded/${id}`,
      });
    },

    withdrawal_paid: (id) => tellContributor(id, 'withdrawal-paid', withdrawalPaidMail),
    withdrawal_not_paid: (id) => tellContributor(id, 'withdrawal-not-paid', withdrawalNotPaidMail),

    async withdrawal_stuck(id) {
      log.error('ALERT: the money of a withdrawal does not move', { alert: 'withdrawal_stuck', withdrawalId: id });
      if (!deps.operatorEmail) return NOTHING;
      const content = withdrawalStuckMail({ withdrawalId: id });
      return deliverMail(deps, { ...content, to: deps.operatorEmail, idempotencyKey: `withdrawal-stuck/${id}` });
    },
  };

  async function tellContributor(id: string, key: string, write: (facts: WithdrawalFacts) => MailContent) {
    const withdrawal = await loadWithdrawal(db, id);
    const account = withdrawal && (await findAccount(db, withdrawal.accountId));
    if (!account) return NOTHING;
    const content = write({ withdrawalId: id, ...withdrawal });
    return deliverMail(deps, { ...content, to: account.email, idempotencyKey: `${key}/${id}` });
  }

  return {
    /** Sends one mail about the thing with this id, where it is to be sent at all. Sent twice, it arrives once. */
    sendMail: (mail: BackgroundMail, id: string): Promise<Delivered> => mails[mail](id),
  };
}
