import { newLinkToken, repeatLinkToken } from '../base/tokens';
import type { BackgroundMail } from '../base/workflow-messages';
import { findAccount } from '../modules/accounts/store/accounts';
import { findDevice } from '../modules/accounts/store/devices';
import { loadKey } from '../modules/accounts/store/keys';
import { findLink, issueLink } from '../modules/accounts/store/links';
import { findPasskeyOwner } from '../modules/accounts/store/passkeys';
import { countRecentRequests, findSupportRequest } from '../modules/mail/store/support';
import { findEndedWatch } from '../modules/opportunities/store/watches';
import { loadWithdrawal } from '../modules/payouts/store/withdrawals';
import { findShareOwner } from '../modules/runs/store/shares';
import {
  passwordChangedMail,
  passwordResetMail,
  signInLinkMail,
  newDeviceMail,
  newKeyMail,
  newPasskeyMail,
  newShareMail,
  withdrawalRequestedMail,
} from '../vendors/mail/templates/account';
import { address, type MailContent } from '../vendors/mail/templates/layout';
import { supportForwardedMail, supportReceivedMail } from '../vendors/mail/templates/support';
import { watchEndedMail } from '../vendors/mail/templates/visitors';
import { withdrawalNotPaidMail, withdrawalPaidMail, type WithdrawalFacts } from '../vendors/mail/templates/withdrawals';
import { deliverMail, sendOnce, type Delivered, type DueMail } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { createPaymentMails } from './payment-mails';
import { createWorkMails } from './work-mails';

/** Maximum acknowledgements per email address and hour. A higher limit would let an attacker flood a mailbox. */
const MAX_ACKNOWLEDGEMENTS = 3;

const LINK_MAILS = {
  sign_in: { path: '/sign-in/link', mail: signInLinkMail, key: 'sign-in-link' },
  password_reset: { path: '/reset-password', mail: passwordResetMail, key: 'password-reset-link' },
} as const;

/** Activities that send emails. They load addresses and tokens themselves, so that these never enter a history. */
export function createMailActivities(deps: ActivityDeps) {
  const { db, publicUrl, tokenSecrets, linkLifetimesMs } = deps;

  const mails: Record<BackgroundMail, (id: string) => Promise<DueMail | null>> = {
    async account_link(id) {
      const requested = await findLink(db, id);
      if (!deps.mailer || !tokenSecrets || !requested) return null;
      const purpose = requested.purpose as keyof typeof LINK_MAILS;
      const link = await issueLink(db, id, newLinkToken(tokenSecrets[0], purpose, id), linkLifetimesMs[purpose]);
      if (!link) return null;
      const token = repeatLinkToken(tokenSecrets, purpose, id, link);
      const { path, mail, key } = LINK_MAILS[purpose];
      const content = mail({ url: address(publicUrl, `${path}?token=${token}`), lifetimeMs: linkLifetimesMs[purpose] });
      const lane = link.isKnown ? 'known' : 'strangers';
      return { ...content, to: link.email, lane, key };
    },

    async password_changed(id) {
      const link = await findLink(db, id);
      return link && { ...passwordChangedMail({ publicUrl }), to: link.email };
    },

    async new_device(id) {
      const device = await findDevice(db, id);
      if (!device) return null;
      const { browser, createdAt: at, account } = device;
      return { ...newDeviceMail({ browser, at, publicUrl }), to: account.email };
    },

    async new_key(id) {
      const { account, createdAt: at, ...key } = await loadKey(db, id);
      return { ...newKeyMail({ ...key, at, publicUrl }), to: account.email };
    },

    async new_passkey(id) {
      const passkey = await findPasskeyOwner(db, id);
      // Null if the passkey was removed in the meantime.
      if (!passkey) return null;
      const { name, createdAt: at, account } = passkey;
      return { ...newPasskeyMail({ name, at, publicUrl }), to: account.email };
    },

    async new_share(id) {
      const share = await findShareOwner(db, id);
      if (!share) return null;
      return { ...newShareMail({ at: share.createdAt, expiresAt: share.expiresAt, publicUrl }), to: share.email };
    },

    // Only rows from version 1.0.0 request this email. The email with the scan's result now has the unsubscribe link.
    marketing_welcome: () => Promise.resolve(null),

    async support_received(id) {
      const request = await findSupportRequest(db, id);
      if (!request || (await countRecentRequests(db, request)) >= MAX_ACKNOWLEDGEMENTS) return null;
      return { ...supportReceivedMail({ supportRequestId: id }), to: request.email, lane: 'strangers' };
    },

    async support_forwarded(id) {
      const request = await findSupportRequest(db, id);
      if (!request) return null;
      const content = supportForwardedMail({ supportRequestId: id, ...request });
      return { ...content, to: deps.supportAddress, replyTo: request.email, purpose: 'own_mailbox' };
    },

    async opportunity_watched(id) {
      const watch = await findEndedWatch(db, id);
      return watch && { ...watchEndedMail({ ...watch, publicUrl }), to: watch.email };
    },

    ...createPaymentMails(deps),
    ...createWorkMails(deps),

    withdrawal_requested: (id) => toContributor(id, withdrawalRequestedMail),
    withdrawal_paid: (id) => toContributor(id, withdrawalPaidMail),
    withdrawal_not_paid: (id) => toContributor(id, withdrawalNotPaidMail),
  };

  async function toContributor(
    id: string,
    write: (facts: WithdrawalFacts & { at: Date }) => MailContent,
  ): Promise<DueMail | null> {
    const withdrawal = await loadWithdrawal(db, id);
    const account = withdrawal && (await findAccount(db, withdrawal.accountId));
    if (!account) return null;
    return { ...write({ withdrawalId: id, at: withdrawal.requestedAt, ...withdrawal, publicUrl }), to: account.email };
  }

  const sendMail = (mail: BackgroundMail, id: string): Promise<Delivered> =>
    sendOnce(deps, { mail, id }, async () => {
      const due = await mails[mail](id);
      if (!due) return { sent: false };
      const { purpose, key = mail.replaceAll('_', '-'), ...content } = due;
      return deliverMail(deps, { ...content, idempotencyKey: `${key}/${id}` }, purpose);
    });

  return {
    /** Sends the email about the record with this id, if it is still due. Repeated calls send it once. */
    sendMail,

    sendRunNotice: (runId: string): Promise<Delivered> => sendMail('run_ended', runId),

    sendScanConfirmation: (scanId: string): Promise<Delivered> => sendMail('scan_confirmation', scanId),

    sendScanResult: (scanId: string): Promise<Delivered> => sendMail('scan_result', scanId),
  };
}
