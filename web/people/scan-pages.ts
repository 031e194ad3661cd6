import { Type } from '@sinclair/typebox';
import { html } from '../../base/html';
import { hashToken } from '../../base/tokens';
import type { Reply } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { tokenQuery } from '../../http/link-token';
import { CONSENT_TEXTS } from '../../modules/mail/contract';
import { readPrices } from '../../modules/orders/store/open';
import { FreeScanRequest } from '../../modules/scans/contract';
import { findScanByToken, lookUpScan } from '../../modules/scans/store/scans';
import { confirmScanByToken, requestScan } from '../../modules/scans/use-cases/scans';
import { bodyOf, drawForm, EMPTY_FORM, type DeclaredFields, type FormState } from '../components/declared-form';
import { page, seeOther } from '../page';
import { checkYourMail, emailField, linkForm, invalidLinkPage, narrow, confirmationPage } from './notice';
import { scanResult, scanScripts } from './scan-result';

const { email, idea } = FreeScanRequest.properties;

const FIELDS = {
  idea: {
    schema: idea,
    label: 'Your idea',
    hint: 'Who reads it, what is in it, how often?',
    fix: 'Describe your idea in a sentence or two.',
    input: 'area',
    rows: 4,
  },
  email: emailField(email),
  marketingConsent: {
    schema: Type.Optional(Type.String({ maxLength: 10 })),
    label: CONSENT_TEXTS.marketing.text,
    fix: 'Check the box, or leave it empty.',
    input: 'check',
  },
} as const satisfies DeclaredFields;

/** Form to request a free scan. */
export const scanPage = page({
  method: 'GET',
  path: '/scan',

  handle: () => scanForm(),
});

/** Shows the form with the idea entered on the front page. POST keeps the idea out of URLs and the browser history. */
export const beginScanPage = page({
  method: 'POST',
  path: '/scan/start',
  again: (_, state) => scanForm(state),
  form: Type.Object({ idea }),

  handle: ({ body }) => scanForm({ values: body }),
});

// Never prefills marketing consent, because people must give it each time.
function scanForm({ values, ...wrong }: FormState = EMPTY_FORM): Reply {
  const { summary, all } = drawForm(FIELDS, { ...wrong, values: { ...values, marketingConsent: undefined } });
  return narrow(
    'Scan your newsletter idea for free',
    html`<p class="lead">
        An AI agent takes a first look. Within minutes you get a verdict, three scores and a surprising finding with its
        source. No card, no account.
      </p>
      ${summary}
      <form class="panel" method="post" action="/scan">
        ${all}
        <button class="wide" type="submit">Scan my idea</button>
        <p class="soft">
          Unless you check the box, we use your idea and address for this scan only (<a href="/privacy">privacy</a>). We
          delete unconfirmed requests after 30 days.
        </p>
      </form>`,
  );
}

/** Requests a free scan and mails a confirmation link. */
export const askForScan = page({
  method: 'POST',
  path: '/scan',
  limit: 'scan',
  needs: 'mail',
  again: (_, state) => scanForm(state),
  form: bodyOf(FIELDS),

  async handle({ deps, address, body }) {
    const marketingConsent = ['true', 'on', '1'].includes(body.marketingConsent ?? '');
    await requestScan(deps, mailShare(deps, address), { email: body.email, idea: body.idea, marketingConsent });
    return checkYourMail({
      email: body.email,
      sender: deps.settings.mailSender,
      lead: 'Open our email and confirm. Your scan then starts, and we email you the result.',
      again: { href: '/scan', label: 'request the scan again' },
      actions: html`<a class="button quiet" href="/sample-dossier">Read a sample dossier meanwhile</a>`,
    });
  },
});

/** Target of a confirmation link. It shows a button, because link previews must not confirm. */
export const scanConfirmPage = page({
  method: 'GET',
  path: '/scan/confirm',
  query: tokenQuery,
  linkToken: true,

  async handle({ deps, query: { token } }) {
    const scan = await findScanByToken(deps.db, hashToken(token));
    if (!scan) return invalidLinkPage(ANOTHER);
    if (scan.confirmedAt) return seeOther(resultOf(token));
    const text = html`<blockquote dir="auto">${scan.idea}</blockquote>
      <p>${CONSENT_TEXTS.scan.text}</p>
      ${scan.marketingConsent && html`<p>${CONSENT_TEXTS.marketing.text}</p>`}`;
    return confirmationPage({
      title: 'Confirm your free scan',
      text,
      action: '/scan/confirm',
      token,
      label: 'I agree, start my scan',
    });
  },
});

const ANOTHER = { href: '/scan', label: 'Request another scan' };
const resultOf = (token: string) => `/scan/result?token=${encodeURIComponent(token)}`;

/** Confirms a free scan. */
export const confirmScanByPage = page({
  method: 'POST',
  path: '/scan/confirm',
  needs: 'mail',
  form: linkForm,

  async handle({ deps, body: { token }, address }) {
    await confirmScanByToken(deps, token, address);
    return seeOther(resultOf(token));
  },
});

/** Progress and result of a confirmed scan, for readers without an account. Only the requester got the token. */
export const scanResultByLink = page({
  method: 'GET',
  path: '/scan/result',
  query: tokenQuery,
  linkToken: true,

  async handle({ deps, query: { token } }) {
    const asked = await findScanByToken(deps.db, hashToken(token));
    const scan = asked?.confirmedAt ? await lookUpScan(deps.db, asked.id, asked.email) : null;
    if (!scan) return invalidLinkPage(ANOTHER);
    const prices = await readPrices(deps.db);
    const check = { href: `/buy?product=idea_check&scan=${scan.id}`, price: prices.idea_check![1] };
    return narrow(
      'Your free scan',
      html`<blockquote dir="auto">${scan.idea}</blockquote>
        ${scanResult(scan, check)}`,
      { scripts: scanScripts(scan) },
    );
  },
});
