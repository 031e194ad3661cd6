import { Type } from '@sinclair/typebox';
import { CONSENT_TEXTS, FreeScanRequest } from '../../../contracts/scans';
import { hashToken } from '../../../contracts/tokens';
import { html, type Markup } from '../../../providers/html';
import type { Reply, SentForm } from '../../endpoint';
import { findScanByToken } from '../../../store/free-scans';
import { requestScan } from '../../endpoints/scans/request-scan';
import { takeConfirmation } from '../../endpoints/scans/take-confirmation';
import { mailIsOn } from '../../mail-is-on';
import { page, seeOther } from '../page';
import { emailField, linkForm, linkQuery } from './fields';
import { deadLink, narrow, oneButton } from './notice';

const { email, idea } = FreeScanRequest.properties;

/** The form that asks for a free scan. */
export const scanPage = page({
  method: 'GET',
  path: '/scan',

  handle: () => scanForm({}),
});

// The box of the consent is empty each time: it is given, not left standing.
function scanForm(sent: SentForm, wrong: Markup | null = null, status = 200): Reply {
  return narrow(
    'Free scan of your newsletter idea',
    html`<p class="lead">
        An agent takes a short look at your idea and mails you a first opinion. You confirm by mail first.
      </p>
      ${wrong}
      <form class="panel" method="post" action="/scan">
        <label for="idea"
          >Your idea <span class="hint">Who reads it, what is in it, how often. 10 to 2,000 characters.</span></label
        >
        <textarea id="idea" name="idea" rows="6" minlength="10" maxlength="2000" required>${sent.idea ?? ''}</textarea>
        ${emailField(sent.email)}
        <label class="check"
          ><input type="checkbox" name="marketingConsent" value="true" /><span
            >${CONSENT_TEXTS.marketing.text}</span
          ></label
        >
        <button class="wide" type="submit">Ask for the scan</button>
        <p class="soft">We use idea and address for the scan only. What is not confirmed is deleted after 30 days.</p>
      </form>`,
    { status },
  );
}

/** Asks for a free scan; the confirmation is mailed. */
export const askForScan = page({
  method: 'POST',
  path: '/scan',
  limit: 'scan',
  needs: mailIsOn,
  formAgain: scanForm,
  form: Type.Object({ email, idea, marketingConsent: Type.Optional(Type.String({ maxLength: 10 })) }),

  async handle({ deps, body }) {
    const marketingConsent = ['true', 'on', '1'].includes(body.marketingConsent ?? '');
    await requestScan(deps, { email: body.email, idea: body.idea, marketingConsent });
    return seeOther('/scan/sent');
  },
});

/** Says that a confirmation is on its way. */
export const scanSentPage = page({
  method: 'GET',
  path: '/scan/sent',

  handle: () =>
    narrow(
      'Check your mail',
      html`<p class="lead">
        Open the link in the mail to confirm. The research begins then, and the result comes by mail.
      </p>`,
    ),
});

/** What a confirmation link opens: a button, so that looking at the link does not confirm. */
export const scanConfirmPage = page({
  method: 'GET',
  path: '/scan/confirm',
  query: linkQuery,

  async handle({ deps, query: { token } }) {
    const scan = await findScanByToken(deps.db, hashToken(token));
    if (!scan) return deadLink({ href: '/scan', label: 'Ask for another scan' });
    if (scan.confirmedAt) return confirmed();
    const text = html`<blockquote dir="auto">${scan.idea}</blockquote>
      <p>${CONSENT_TEXTS.scan.text}</p>
      ${scan.marketingConsent && html`<p>${CONSENT_TEXTS.marketing.text}</p>`}`;
    return oneButton({ title: 'Confirm your free scan', text, action: '/scan/confirm', token, label: 'I agree' });
  },
});

/** Confirms a free scan. */
export const takeScanConfirmation = page({
  method: 'POST',
  path: '/scan/confirm',
  needs: mailIsOn,
  form: linkForm,

  async handle({ deps, body: { token }, address }) {
    await takeConfirmation(deps, token, address);
    return confirmed();
  },
});

function confirmed() {
  return narrow(
    'Your scan is confirmed',
    html`<p class="lead">The agent is at work. The result comes by mail, mostly within minutes.</p>
      <p><a class="button" href="/opportunities">Meanwhile: opportunities that are researched already</a></p>`,
  );
}
