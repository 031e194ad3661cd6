import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import { RUN_FAILURES } from '../../base/run-failures';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { REFUND_REASONS } from '../../modules/ledger/contract';
import {
  passwordChangedMail,
  passwordResetMail,
  signInLinkMail,
  newDeviceMail,
  newKeyMail,
  newPasskeyMail,
  newShareMail,
  withdrawalRequestedMail,
} from '../../vendors/mail/templates/account';
import type { MailContent } from '../../vendors/mail/templates/layout';
import { receiptMail, refundMail, paymentFailedMail, type PaymentFacts } from '../../vendors/mail/templates/orders';
import {
  runEndedMail,
  runCompletedMail,
  searchCompletedMail,
  type CompletedRun,
  type CompletedSearch,
} from '../../vendors/mail/templates/runs';
import { alertMail, supportForwardedMail, supportReceivedMail } from '../../vendors/mail/templates/support';
import {
  scanCompletedMail,
  scanConfirmationMail,
  scanFailedMail,
  watchEndedMail,
} from '../../vendors/mail/templates/visitors';
import { withdrawalNotPaidMail, withdrawalPaidMail } from '../../vendors/mail/templates/withdrawals';

const publicUrl = 'https://api.example.com/';
const url = 'https://api.example.com/sign-in/link?token=abc';
const at = new Date('2026-11-21T17:15:00Z');
const runId = 'run_01kah2v5q8e4wb6t7n9rjx3mzc';

/** Facts for four emails: a support request, an Idea Check, a search, and a seller. */
export const { SUPPORT_REQUEST, COMPLETED, SEARCHED, SELLER } = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'test/support/sample-mails.json'), 'utf8'),
) as {
  SUPPORT_REQUEST: Parameters<typeof supportReceivedMail>[0] & Parameters<typeof supportForwardedMail>[0];
  COMPLETED: CompletedRun;
  SEARCHED: CompletedSearch;
  SELLER: PaymentFacts['seller'];
};

/** A completed free scan for someone who did not subscribe to news. */
export const SCAN: Parameters<typeof scanCompletedMail>[0] = {
  idea: 'A weekly newsletter for facility managers of hospitals',
  findings: sampleFindings,
  resultUrl: 'https://api.example.com/scan/result?token=abc',
  check: { price: '$49', url: 'https://api.example.com/buy?product=idea_check&scan=scn_1' },
  unsubscribeUrl: null,
};

export const FAILED_SCAN: Parameters<typeof scanFailedMail>[0] = {
  idea: SCAN.idea,
  reason: 'The research agent declined this request.',
  againUrl: 'https://api.example.com/scan',
  unsubscribeUrl: null,
};

/** A run that ended without a dossier. */
export const ENDED = {
  runId,
  idea: COMPLETED.idea,
  reason: 'The research could not be finished within its time limit.',
  creditReturned: true,
  publicUrl: 'https://api.example.com',
};

/** Like {@link ENDED}, but with too little evidence for a dossier. */
export const SHORT: Parameters<typeof runEndedMail>[0] = {
  ...ENDED,
  reason: RUN_FAILURES.not_enough_evidence.message,
  found: { cited: 9, verified: ['Boundary disputes by county <b>2025</b>', 'Fees of expert witnesses'] },
};

const WATCHED = {
  title: 'Backstube in Zahlen <b>& more</b>',
  opportunityId: 'opp_01kah2v5q8e4wb6t7n9rjx3mzc',
  publicUrl,
};

export const PAYMENT: PaymentFacts = {
  orderId: 'ord_01kah2v5q8e4wb6t7n9rjx3mzc',
  product: 'opportunity',
  quantity: 1,
  title: 'Backstube in Zahlen <b>& more</b>',
  total: { amount: 39_900, currency: 'usd' },
  tax: 0,
  invoice: null,
  paidAt: new Date('2026-11-21T05:56:33.086Z'),
  consentedAt: new Date('2026-11-20T23:59:59.000Z'),
  seller: { name: null, address: [], email: null, register: null, taxId: null },
  publicUrl,
};

const taxed: PaymentFacts = {
  ...PAYMENT,
  tax: 6_370,
  invoice: { number: 'B3F8A2C1-0001', url: 'https://invoice.example/i/1?a=b&c=d' },
  seller: SELLER,
};

/** Every email that the product sends, by name. */
export const SAMPLE_MAILS: Record<string, MailContent> = {
  'sign-in link': signInLinkMail({ url, lifetimeMs: 600_000 }),
  'password reset': passwordResetMail({ url, lifetimeMs: 1_800_000 }),
  'password changed': passwordChangedMail({ publicUrl }),
  'new device': newDeviceMail({ browser: 'Firefox on Linux', at, publicUrl }),
  'new key': newKeyMail({ name: 'production', mode: 'live', at, expiresAt: null, publicUrl }),
  'new key that ends': newKeyMail({
    name: 'ci',
    mode: 'test',
    at,
    expiresAt: new Date('2027-02-19T17:15:00Z'),
    publicUrl,
  }),
  'new passkey': newPasskeyMail({ name: 'Phone', at, publicUrl }),
  'new share': newShareMail({ at, expiresAt: new Date('2027-02-19T17:15:00Z'), publicUrl }),
  'withdrawal requested': withdrawalRequestedMail({ withdrawalId: 'wdr_1', amount: 149_900, at, publicUrl }),
  'opportunity on offer again': watchEndedMail({ ...WATCHED, endedAs: 'available' }),
  'opportunity sold': watchEndedMail({ ...WATCHED, endedAs: 'sold' }),
  'withdrawal paid': withdrawalPaidMail({ withdrawalId: 'wdr_1', amount: 149_900, failureReason: null, publicUrl }),
  'withdrawal not paid': withdrawalNotPaidMail({
    withdrawalId: 'wdr_1',
    amount: 149_900,
    failureReason: 'payout_refused',
    publicUrl,
  }),
  'scan confirmation': scanConfirmationMail({ url, lifetimeMs: 259_200_000 }),
  'scan completed': scanCompletedMail(SCAN),
  'scan failed': scanFailedMail(FAILED_SCAN),
  'scan completed with news': scanCompletedMail({ ...SCAN, unsubscribeUrl: url }),
  'support received': supportReceivedMail(SUPPORT_REQUEST),
  'support forwarded': supportForwardedMail(SUPPORT_REQUEST),
  'run completed': runCompletedMail(COMPLETED),
  'search completed': searchCompletedMail(SEARCHED),
  'run ended': runEndedMail(ENDED),
  'run with too little evidence': runEndedMail(SHORT),
  receipt: receiptMail(PAYMENT),
  'receipt with tax and seller': receiptMail(taxed),
  'receipt of a credit': receiptMail({ ...taxed, product: 'idea_check', title: null }),
  refund: refundMail({ ...taxed, reason: REFUND_REASONS[0], refunded: taxed.total.amount }),
  'payment failed': paymentFailedMail({
    ...taxed,
    opportunityId: 'opp_01kah2v5q8e4wb6t7n9rjx3mzc',
    price: taxed.total,
  }),
  alert: alertMail({ alert: 'refund-failed', facts: { orderId: PAYMENT.orderId, paymentId: 'pi_1' }, raisedAt: at }),
};
