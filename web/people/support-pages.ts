import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
import { readSession } from '../../http/browser/session';
import type { Reply, FormFields } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { SUPPORT_CATEGORIES, SupportRequest } from '../../modules/mail/contract';
import { askSupport } from '../../modules/mail/use-cases/support';
import { anything, page } from '../page';
import { emailField, narrow } from './notice';

const LABELS: Record<(typeof SUPPORT_CATEGORIES)[number], string> = {
  account: 'Account and sign-in',
  billing: 'Orders and payment',
  runs: 'Research runs',
  api: 'The API',
  privacy: 'Data protection',
  other: 'Something else',
};

/** Support form. Links to it can say what it is about; whoever is signed in need not type their address. */
export const supportPage = page({
  method: 'GET',
  path: '/support',
  query: Type.Object({ category: anything, relatedId: anything }),

  async handle(request) {
    const session = await readSession(request);
    const { category, relatedId } = request.query;
    return supportForm({
      ...(session && { email: session.account.email }),
      ...(typeof category === 'string' && { category }),
      ...(typeof relatedId === 'string' && RELATED_ID.test(relatedId) && { relatedId }),
    });
  },
});

const RELATED_ID = /^[A-Za-z0-9_-]{0,64}$/;

function supportForm(fields: FormFields, errors: Markup | null = null, status = 200): Reply {
  return narrow(
    'Support',
    html`<p class="lead">A person reads your message and replies by e-mail.</p>
      ${errors}
      <form class="panel" method="post" action="/support">
        ${emailField(fields.email)}
        <label for="category">About</label>
        <select id="category" name="category">
          ${SUPPORT_CATEGORIES.map(
            (value) =>
              html`<option value="${value}" ${value === fields.category && html`selected`}>${LABELS[value]}</option>`,
          )}
        </select>
        <label for="subject">Subject</label>
        <input id="subject" name="subject" value="${fields.subject ?? ''}" minlength="3" maxlength="150" required />
        <label for="message">Message</label>
        <textarea id="message" name="message" rows="8" minlength="10" maxlength="5000" required>
${fields.message ?? ''}</textarea>
        <label for="related">Id of a run, order or request <span class="hint">Optional.</span></label>
        <input
          id="related"
          name="relatedId"
          value="${fields.relatedId ?? ''}"
          maxlength="64"
          pattern="[A-Za-z0-9_\\-]*"
        />
        <button class="wide" type="submit">Send</button>
      </form>`,
    { status },
  );
}

const { email, subject, message, category } = SupportRequest.properties;

/** Accepts a support request. Browsers send empty fields as empty strings. */
export const sendToSupport = page({
  method: 'POST',
  path: '/support',
  limit: 'support',
  needs: 'mail',
  redisplayForm: supportForm,
  form: Type.Object({
    email,
    subject,
    message,
    category,
    relatedId: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]*$' })),
  }),

  async handle({ deps, address, body: { relatedId, ...request } }) {
    const { id } = await askSupport(deps, mailShare(deps, address), { ...request, ...(relatedId && { relatedId }) });
    return narrow(
      'We received your request',
      html`<p class="lead">We'll reply by e-mail.</p>
        <p class="soft">Request <code>${id}</code></p>`,
    );
  },
});
