import type { BackgroundMail } from '../contracts/workflow-messages';
import { secretOf } from '../platform/secrets';
import { newLinkToken, repeatLinkToken, unsubscribeToken } from '../platform/tokens';
import {
  passwordChangedMail,
  passwordResetMail,
  signInLinkMail,
  newDeviceMail,
  newKeyMail,
  newPasskeyMail,
  newShareMail,
  withdrawalRequestedMail,
} from '../providers/mail/templates/account';
import { address, type MailContent } from '../providers/mail/templates/layout';
import { supportForwardedMail, supportReceivedMail } from '../providers/mail/templates/support';
import { marketingWelcomeMail, watchEndedMail } from '../providers/mail/templates/visitors';
import {
  withdrawalNotPaidMail,
  withdrawalPaidMail,
  type WithdrawalFacts,
} from '../providers/mail/templates/withdrawals';
import { findAccount } from '../store/accounts/find-account';
import { findLink } from '../store/accounts/find-link';
import { issueLink } from '../store/accounts/issue-link';
import { findDevice } from '../store/accounts/remember-device';
import { loadKey } from '../store/keys/read-keys';
import { countRecentRequests, findSupportRequest } from '../store/mail/accept-support-request';
import { findConsent } from '../store/mail/unsubscribe';
import { findEndedWatch } from '../store/opportunities/find-watch';
import { findPasskeyOwner } from '../store/passkeys/read-passkeys';
import { findShareOwner } from '../store/sharing/find-shared';
import { loadWithdrawal } from '../store/withdrawals/read-withdrawals';
import { deliverMail, type Delivered } from './deliver-mail';
import type { ActivityDeps } from './deps';
import { createPaymentMails } from './payment-mails';
import { createRunMails } from './run-mails';
import { createScanMails } from './scan-mails';
import { sendOnce } from './send-once';

/** Limit of acknowledgements per address and hour: more would let an attacker flood somebody's mailbox. */
const MAX_ACKNOWLEDGEMENTS = 3;

const NOT_SENT: Delivered = { sent: false };

/** Page, template and idempotency prefix of each account link. */
const LINK_MAILS = {
  sign_in: { path: '/sign-in/link', mail: signInLinkMail, key: 'sign-in-link' },
  password_reset: { path: '/reset-password', mail: passwordResetMail, key: 'password-reset-link' },
} as const;

/** Activities that send mails. Addresses and tokens are loaded here and never enter a history. */
export function createMailActivities(deps: ActivityDeps) {
  const { db, publicUrl, tokenSecrets, linkLifetimesMs } = deps;

  const mails: Record<BackgroundMail, (id: string) => Promise<Delivered>> = {
    async account_link(id) {
      const requested = await findLink(db, id);
      if (!deps.mailer || !tokenSecrets || !requested) return NOT_SENT;
      const purpose = requested.purpose as keyof typeof LINK_MAILS;
      const link = await issueLink(db, id, newLinkToken(tokenSecrets[0], purpose, id), linkLifetimesMs[purpose]);
      if (!link) return NOT_SENT;
      const token = repeatLinkToken(tokenSecrets, purpose, id, link);
      const { path, mail, key } = LINK_MAILS[purpose];
      const url = address(publicUrl, `${path}?token=${token}`);
      const content = mail({ url, lifetimeMs: linkLifetimesMs[purpose] });
      const lane = link.isKnown ? 'known' : 'strangers';
      return deliverMail(deps, { ...content, to: link.email, lane, idempotencyKey: `${key}/${id}` });
    },

    async password_changed(id) {
      const link = await findLink(db, id);
      if (!link) return NOT_SENT;
      const content = passwordChangedMail({ publicUrl });
      return deliverMail(deps, { ...content, to: link.email, idempotencyKey: `password-changed/${id}` });
    },

    async new_device(id) {
      const device = await findDevice(db, id);
      if (!device) return NOT_SENT;
      const content = newDeviceMail({ browser: device.browser, at: device.createdAt, publicUrl });
      return deliverMail(deps, { ...content, to: device.account.email, idempotencyKey: `new-device/${id}` });
    },

    async new_key(id) {
      const { account, createdAt: at, ...key } = await loadKey(db, id);
      const content = newKeyMail({ ...key, at, publicUrl });
      return deliverMail(deps, { ...content, to: account.email, idempotencyKey: `new-key/${id}` });
    },

    async new_passkey(id) {
      const passkey = await findPasskeyOwner(db, id);
      // Removed meanwhile.
      if (!passkey) return NOT_SENT;
      const content = newPasskeyMail({ name: passkey.name, at: passkey.createdAt, publicUrl });
      return deliverMail(deps, { ...content, to: passkey.account.email, idempotencyKey: `new-passkey/${id}` });
    },

    async new_share(id) {
      const share = await findShareOwner(db, id);
      if (!share) return NOT_SENT;
      const content = newShareMail({ at: share.createdAt, expiresAt: share.expiresAt, publicUrl });
      return deliverMail(deps, { ...content, to: share.email, idempotencyKey: `new-share/${id}` });
    },

    async marketing_welcome(id) {
      const consent = await findConsent(db, id);
      if (!tokenSecrets || !consent) return NOT_SENT;
      const secret = secretOf(tokenSecrets, 'TOKEN_SECRET', consent.tokenKeyId);
      const path = `/v1/marketing/unsubscribe?token=${unsubscribeToken(secret, id)}`;
      const content = marketingWelcomeMail({ unsubscribeUrl: address(publicUrl, path), publicUrl });
      return deliverMail(
        deps,
        { ...content, to: consent.email, idempotencyKey: `marketing-welcome/${id}` },
        'marketing',
      );
    },

    async support_received(id) {
      const request = await findSupportRequest(db, id);
      if (!request || (await countRecentRequests(db, request)) >= MAX_ACKNOWLEDGEMENTS) return NOT_SENT;
      const content = supportReceivedMail({ supportRequestId: id });
      const mail = { ...content, to: request.email, idempotencyKey: `support-received/${id}` };
      return deliverMail(deps, { ...mail, lane: 'strangers' });
    },

    async support_forwarded(id) {
      const request = await findSupportRequest(db, id);
      if (!request) return NOT_SENT;
      const content = supportForwardedMail({ supportRequestId: id, ...request });
      const { supportAddress: to } = deps;
      const mail = { ...content, to, replyTo: request.email, idempotencyKey: `support-forwarded/${id}` };
      return deliverMail(deps, mail, 'own_mailbox');
    },

    async opportunity_watched(id) {
      const watch = await findEndedWatch(db, id);
      if (!watch) return NOT_SENT;
      const content = watchEndedMail({ ...watch, publicUrl });
      return deliverMail(deps, { ...content, to: watch.email, idempotencyKey: `opportunity-watched/${id}` });
    },

    ...createPaymentMails(deps),
    ...createRunMails(deps),
    ...createScanMails(deps),

    withdrawal_requested: (id) =>
      mailContributor(id, 'withdrawal-requested', (facts) => withdrawalRequestedMail({ ...facts, publicUrl })),
    withdrawal_paid: (id) => mailContributor(id, 'withdrawal-paid', withdrawalPaidMail),
    withdrawal_not_paid: (id) => mailContributor(id, 'withdrawal-not-paid', withdrawalNotPaidMail),
  };

  async function mailContributor(
    id: string,
    key: string,
    write: (facts: WithdrawalFacts & { at: Date }) => MailContent,
  ) {
    const withdrawal = await loadWithdrawal(db, id);
    const account = withdrawal && (await findAccount(db, withdrawal.accountId));
    if (!account) return NOT_SENT;
    const content = write({ withdrawalId: id, at: withdrawal.requestedAt, ...withdrawal });
    return deliverMail(deps, { ...content, to: account.email, idempotencyKey: `${key}/${id}` });
  }

  const sendMail = (mail: BackgroundMail, id: string): Promise<Delivered> =>
    sendOnce(deps, { mail, id }, () => mails[mail](id));

  return {
    /** Sends one mail about the record with this id, if it still applies. Idempotent: it arrives once. */
    sendMail,

    /** Mails the owner the outcome of a run. */
    sendRunNotice: (runId: string): Promise<Delivered> => sendMail('run_ended', runId),

    /** Mails the confirmation link of a free scan. */
    sendScanConfirmation: (scanId: string): Promise<Delivered> => sendMail('scan_confirmation', scanId),

    /** Mails the recipient the outcome of a free scan. */
    sendScanResult: (scanId: string): Promise<Delivered> => sendMail('scan_result', scanId),
  };
}
