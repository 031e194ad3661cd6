import { REFUND_REASONS } from '../../modules/ledger/contract';
import { CONSENTS } from '../../modules/orders/contract';
import { newKeyMail } from '../../vendors/mail/templates/account';
import { receiptMail, refundMail, paymentFailedMail } from '../../vendors/mail/templates/orders';
import { runEndedMail, runCompletedMail, searchCompletedMail } from '../../vendors/mail/templates/runs';
import { supportForwardedMail } from '../../vendors/mail/templates/support';
import { scanCompletedMail, scanFailedMail } from '../../vendors/mail/templates/visitors';
import { withdrawalNotPaidMail, withdrawalPaidMail } from '../../vendors/mail/templates/withdrawals';
import {
  COMPLETED,
  ENDED,
  FAILED_SCAN,
  PAYMENT,
  SAMPLE_MAILS,
  SCAN,
  SEARCHED,
  SELLER,
  SHORT,
  SUPPORT_REQUEST,
} from '../support/sample-mails';

const ADDRESS = 'https://api.example.com';

describe('every mail', () => {
  test.each(Object.entries(SAMPLE_MAILS))('has its links in HTML and text, and a short subject: %s', (_, mail) => {
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
    for (const link of links) expect(mail.text).toContain(link);
    expect(mail.subject).not.toMatch(/[\r\n]| …$/);
    expect(Array.from(mail.subject).length).toBeLessThanOrEqual(60);
    expect(mail.html).not.toMatch(/<img|<svg|url\(/);
  });

  test('escapes markup in text that people wrote', () => {
    const hostile = `"><img src=x onerror='alert(1)'></pre>`;
    const { verdict, evidence } = SCAN.findings;
    const hostileEvidence = { ...evidence[0]!, claim: hostile, excerpt: hostile, title: hostile };
    const hostileFindings = {
      ...SCAN.findings,
      verdict: { ...verdict, rationale: hostile },
      evidence: [hostileEvidence],
    };
    const mails = [
      supportForwardedMail({ ...SUPPORT_REQUEST, email: hostile, subject: hostile, message: hostile }),
      scanCompletedMail({ ...SCAN, idea: hostile, findings: hostileFindings }),
      scanFailedMail({ ...FAILED_SCAN, idea: hostile, reason: hostile }),
      newKeyMail({ name: hostile, mode: 'live', at: new Date(), expiresAt: null, publicUrl: ADDRESS }),
      runCompletedMail({ ...COMPLETED, idea: hostile, runId: hostile }),
      searchCompletedMail({ ...SEARCHED, operatorProfile: hostile, ideas: [{ title: hostile, score: 1 }] }),
      runEndedMail({ ...ENDED, idea: hostile, reason: hostile }),
      receiptMail({ ...PAYMENT, title: hostile }),
      withdrawalNotPaidMail({ withdrawalId: 'wdr_1', amount: 100, failureReason: hostile, publicUrl: ADDRESS }),
    ];
    for (const { html, text } of mails) {
      expect(html).not.toContain('<img');
      expect(text).toContain(`<img src=x onerror='alert(1)'>`);
    }
  });

  test('to an unconfirmed address does not quote the request', () => {
    for (const mail of [SAMPLE_MAILS['scan confirmation'], SAMPLE_MAILS['support received']]) {
      expect(JSON.stringify(mail)).not.toMatch(/hospitals|does not end|Since yesterday/);
    }
  });
});

describe('a free scan', () => {
  test('shows three scores with the weakest one, its first finding and source, and the next step', () => {
    const { html, text } = scanCompletedMail(SCAN);
    const [first] = SCAN.findings.evidence;
    expect(text).toMatch(/74 {2}Demand\n {3}58 {2}Monetization\n {3}55 {2}Operator fit/);
    for (const part of [first!.claim, first!.excerpt, first!.title, 'Demand is 74 of 100. Search interest is high'])
      expect(text).toContain(part);
    for (const href of [SCAN.resultUrl, SCAN.check.url]) expect(text).toContain(href);
    // Mails link only to our own pages.
    expect(html).not.toContain(first!.sourceUrl);
    expect(scanCompletedMail({ ...SCAN, findings: { ...SCAN.findings, evidence: [] } }).text).not.toContain('surprise');
  });
});

describe('a run', () => {
  test('states its verdict in subject and text, no more strongly than its confidence allows', () => {
    const mail = runCompletedMail({ ...COMPLETED, recommendation: 'pursue', confidence: 'low' });
    for (const part of [mail.html, mail.text]) expect(part).toContain('Pursue');
    expect(mail.subject).toMatch(/^Pursue, 74 of 100: A weekly newsletter/);
    expect(mail.text).toContain('the evidence is thin');
    const poor = runCompletedMail({ ...COMPLETED, pay: { isLow: true, text: 'Likely pay: about $0.70 an hour' } });
    expect([mail, poor].map(({ html }) => html.includes('class="good"'))).toEqual([true, false]);
  });

  test('shows its scores, sources and first step and leads to the account', () => {
    const { html, text } = runCompletedMail(COMPLETED);
    for (const { score } of Object.values(COMPLETED.dimensions)) expect(text).toContain(String(score));
    expect(text).toContain('Sources: 14, with 11 quotes verified');
    for (const words of [COMPLETED.mainRisk!, COMPLETED.nextStep!]) expect(text).toContain(words);
    expect(html).toContain(`href="${ADDRESS}/account/runs/${COMPLETED.runId}/dossier"`);
    expect(text).toContain(COMPLETED.pay!.text);
    expect(html + text).not.toContain('/v1/');
    expect(runCompletedMail({ ...COMPLETED, verified: null }).text).toContain('Sources: 14\n');
    const sample = runCompletedMail({ ...COMPLETED, verified: null, sample: true });
    expect(sample.text).toContain('Sources: 14 example sources, not checked\n');
  });

  test('of a search shows the top ideas and the number of excluded ones', () => {
    const { text } = searchCompletedMail(SEARCHED);
    expect(text).toMatch(/70\s+2\. The levelling book/);
    expect(text).not.toContain('A sixth idea');
    expect(text).toContain('2 more could not be researched');
    const { mainRisk, nextStep, pay } = SEARCHED.best;
    for (const words of [`Main risk: ${mainRisk}`, `First step: ${nextStep}`, pay!.text]) expect(text).toContain(words);
    expect(searchCompletedMail({ ...SEARCHED, excluded: 0 }).text).not.toContain('could not be researched');
  });

  test('with too little evidence shows its results and says that the credit was returned', () => {
    const { text } = runEndedMail(SHORT);
    for (const part of ['Sources: 9, with 2 quotes verified', 'Fees of expert witnesses', 'Your credit is back']) {
      expect(text).toContain(part);
    }
    const lost = runEndedMail({ ...ENDED, creditReturned: false });
    expect(lost.subject).not.toContain('credit');
    expect(lost.text).toContain('will not be returned');
    expect(runEndedMail({ ...ENDED, isCanceled: true }).text).not.toContain(ENDED.reason);
  });
});

describe('a payment', () => {
  test('has a receipt with tax, seller, invoice and both dated consents', () => {
    const invoice = { number: 'B3F8A2C1-0001', url: 'https://invoice.example/i/1?a=b&c=d' };
    const { html, text } = receiptMail({ ...PAYMENT, tax: 6_370, seller: SELLER, invoice });
    const sums = ['Net: $335.30', 'Tax: $63.70', 'Total paid: $399.00', 'Paid on: November 21, 2026'];
    for (const line of [...sums, invoice.url]) expect(text).toContain(line);
    const consents = [CONSENTS.immediateAccess, CONSENTS.withdrawalLoss, 'November 20, 2026', CONSENTS.version];
    const seller = [SELLER.name, ...SELLER.address, SELLER.email, SELLER.register, SELLER.taxId];
    for (const words of [...consents, ...seller]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(html).toContain(`href="${ADDRESS}/account/purchases/${PAYMENT.orderId}"`);
    expect(html).toContain(`href="${ADDRESS}/account/purchases/${PAYMENT.orderId}/documents?name=certificate"`);
    expect(receiptMail({ ...PAYMENT, product: 'idea_check', title: null }).text).not.toContain('Certificate');
    expect(receiptMail(PAYMENT).text).not.toMatch(/^(Net|Tax|Sold by|Register|Tax number):/m);
  });

  test('that the bank declined says that nothing was charged and links to a retry', () => {
    const refused = { ...PAYMENT, price: { amount: 59_900, currency: 'usd' } };
    const bought = paymentFailedMail({ ...refused, opportunityId: 'opp_1' });
    expect(bought.text).toContain('Your bank refused the payment of $599.00 for the opportunity');
    expect(bought.text).toContain('You were not charged');
    expect(bought.html).toContain(`href="${ADDRESS}/opportunities/opp_1"`);
    const pack = { ...refused, product: 'idea_check', quantity: 3, title: null, opportunityId: null } as const;
    expect(paymentFailedMail(pack).html).toContain(`href="${ADDRESS}/buy?product=idea_check&amp;quantity=3"`);
  });

  test.each(REFUND_REASONS)('that is returned is refunded in full: %s', (reason) => {
    const { text } = refundMail({ ...PAYMENT, reason, refunded: PAYMENT.total.amount });
    expect(text).toContain('We are refunding your payment of $399.00');
    expect(text).toContain('in full');
  });
});

describe('a withdrawal', () => {
  const facts = {
    withdrawalId: 'wdr_01kah2v5q8e4wb6t7n9rjx3mzc',
    amount: 123_450,
    failureReason: null,
    publicUrl: ADDRESS,
  };

  test('that was paid states its amount, and the amount received in another currency', () => {
    expect(withdrawalPaidMail(facts).text).toContain('$1,234.50');
    const paid = withdrawalPaidMail({ ...facts, payoutAmount: 113_574, payoutCurrency: 'eur' });
    expect(paid.text).toContain('We sent €1,135.74 ($1,234.50 of your balance) to your bank account');
  });

  test.each([
    ['account_gone', 'no longer connected'],
    ['transfer_reversed', 'was taken back'],
    ['account_closed', 'Your bank reported: account_closed.'],
  ])('that failed says why, and that the balance has the money again: %s', (failureReason, why) => {
    const { text } = withdrawalNotPaidMail({ ...facts, failureReason });
    expect(text).toContain(why);
    expect(text).toContain('$1,234.50 is back in your balance');
    expect(text).toContain(`${ADDRESS}/account/earnings`);
  });
});
