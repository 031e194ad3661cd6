import { Type } from '@sinclair/typebox';
import { SUPPORT_CATEGORIES, SupportRequest } from '../../../contracts/support';
import { html, type Markup } from '../../../providers/html';
import type { Reply, SentForm } from '../../endpoint';
import { askSupport } from '../../endpoints/support/create-support-request';
import { mailIsOn } from '../../mail-is-on';
import { page } from '../page';
import { emailField } from './fields';
import { narrow } from './notice';

const LABELS: Record<(typeof SUPPORT_CATEGORIES)[number], string> = {
  account: 'Account and sign-in',
  billing: 'Orders and payment',
  runs: 'Research runs',
  api: 'The API',
  privacy: 'Data protection',
  other: 'Something else',
};

/** The form that writes to support. */
export const supportPage = page({
  method: 'GET',
  path: '/support',

  handle: () => supportForm({}),
});

function supportForm(sent: SentForm, wrong: Markup | null = null, status = 200): Reply {
  return narrow(
    'Support',
    html`<p class="lead">A person reads what you write and answers by mail.</p>
      ${wrong}
      <form class="panel" method="post" action="/support">
        ${emailField(sent.email)}
        <label for="category">About</label>
        <select id="category" name="category">
          ${SUPPORT_CATEGORIES.map(
            (value) =>
              html`<option value="${value}" ${value === sent.category && html`selected`}>${LABELS[value]}</option>`,
          )}
        </select>
        <label for="subject">Subject</label>
        <input id="subject" name="subject" value="${sent.subject ?? ''}" minlength="3" maxlength="150" required />
        <label for="message">Message</label>
        <textarea id="message" name="message" rows="8" minlength="10" maxlength="5000" required>
${sent.message ?? ''}</textarea>
        <label for="related">Id of a run, order or request <span class="hint">If there is one.</span></label>
        <input
          id="related"
          name="relatedId"
          value="${sent.relatedId ?? ''}"
          maxlength="64"
          pattern="[A-Za-z0-9_\\-]*"
        />
        <button class="wide" type="submit">Send</button>
      </form>`,
    { status },
  );
}

const { email, subject, message, category } = SupportRequest.properties;

/** Takes a support request from its form, in which what is left out comes as an empty text. */
export const sendToSupport = page({
  method: 'POST',
  path: '/support',
  limit: 'support',
  needs: mailIsOn,
  formAgain: supportForm,
  form: Type.Object({
    email,
    subject,
    message,
    category,
    relatedId: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]*$' })),
  }),

  async handle({ deps, body: { relatedId, ...request } }) {
    const { id } = await askSupport(deps, { ...request, ...(relatedId && { relatedId }) });
    return narrow(
      'We received your request',
      html`<p class="lead">The answer comes by mail.</p>
        <p class="soft">Request <code>${id}</code></p>`,
    );
  },
});
