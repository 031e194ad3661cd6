import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
import { hashToken } from '../../base/tokens';
import type { Reply, FormFields } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { tokenQuery } from '../../http/link-token';
import { CONSENT_TEXTS } from '../../modules/mail/contract';
import { FreeScanRequest } from '../../modules/scans/contract';
import { findScanByToken } from '../../modules/scans/store/scans';
import { confirmScanByToken, requestScan } from '../../modules/scans/use-cases/scans';
import { page } from '../page';
import { checkYourMail, emailField, linkForm, invalidLinkPage, narrow, confirmationPage } from './notice';

const { email, idea } = FreeScanRequest.properties;

/** Form to request a free scan. */
export const scanPage = page({
  method: 'GET',
  path: '/scan',

  handle: () => scanForm({}),
});

// Marketing consent is never prefilled: it must be given again.
function scanForm(fields: FormFields, errors: Markup | null = null, status = 200): Reply {
  return narrow(
    'Free scan of your newsletter idea',
    html`<p class="lead">Our agent takes a first look and e-mails you its opinion. Confirm your e-mail to start.</p>
      ${errors}
      <form class="panel" method="post" action="/scan">
        <label for="idea"
          >Your idea
          <span class="hint">Its readers, its contents and how often it appears. 10 to 2,000 characters.</span></label
        >
        <textarea id="idea" name="idea" rows="6" minlength="10" maxlength="2000" required>
${fields.idea ?? ''}</textarea>
        ${emailField(fields.email)}
        <label class="check"
          ><input type="checkbox" name="marketingConsent" value="true" /><span
            >${CONSENT_TEXTS.marketing.text}</span
          ></label
        >
        <button class="wide" type="submit">Request my free scan</button>
        <p class="soft">
          We use your idea and address only for this scan (<a href="/privacy">privacy</a>). Unconfirmed requests are
          deleted after 30 days.
        </p>
      </form>`,
    { status },
  );
}

/** Requests a free scan; a confirmation link is mailed. */
export const askForScan = page({
  method: 'POST',
  path: '/scan',
  limit: 'scan',
  needs: 'mail',
  redisplayForm: scanForm,
  form: Type.Object({ email, idea, marketingConsent: Type.Optional(Type.String({ maxLength: 10 })) }),

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

/** Target of a confirmation link: a button, so that a link preview does not confirm. */
export const scanConfirmPage = page({
  method: 'GET',
  path: '/scan/confirm',
  query: tokenQuery,
  linkToken: true,

  async handle({ deps, query: { token } }) {
    const scan = await findScanByToken(deps.db, hashToken(token));
    if (!scan) return invalidLinkPage({ href: '/scan', label: 'Request another scan' });
    if (scan.confirmedAt) return confirmed();
    const text = html`<blockquote dir="auto">${scan.idea}</blockquote>
      <p>${CONSENT_TEXTS.scan.text}</p>
      ${scan.marketingConsent && html`<p>${CONSENT_TEXTS.marketing.text}</p>`}`;
    return confirmationPage({
      title: 'Confirm your free scan',
      text,
      action: '/scan/confirm',
      token,
      label: 'I agree',
    });
  },
});

/** Confirms a free scan. */
export const confirmScanByPage = page({
  method: 'POST',
  path: '/scan/confirm',
  needs: 'mail',
  form: linkForm,

  async handle({ deps, body: { token }, address }) {
    await confirmScanByToken(deps, token, address);
    return confirmed();
  },
});

function confirmed() {
  return narrow(
    'Your scan is confirmed',
    html`<p class="lead">
        Our agent is at work. We'll e-mail you the result, usually within minutes. It also stands in
        <a href="/account/scans">your account</a>.
      </p>
      <p><a class="button" href="/opportunities">Browse researched opportunities</a></p>`,
  );
}
