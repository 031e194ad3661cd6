import { Type } from '@sinclair/typebox';
import { html } from '../../base/html';
import { readSession } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import { mailShare } from '../../http/limits/mail-share';
import { SUPPORT_CATEGORIES, SupportRequest } from '../../modules/mail/contract';
import { askSupport } from '../../modules/mail/use-cases/support';
import { bodyOf, drawForm, type DeclaredFields, type FormState } from '../components/declared-form';
import { anything, page } from '../page';
import { emailField, narrow } from './notice';

const LABELS: Record<(typeof SUPPORT_CATEGORIES)[number], string> = {
  account: 'Account and sign-in',
  billing: 'Orders and payment',
  runs: 'A check or a search',
  api: 'API',
  privacy: 'Privacy',
  other: 'Something else',
};

/** Support form. Links can prefill category and reference. Signed-in users do not have to enter their email. */
export const supportPage = page({
  method: 'GET',
  path: '/support',
  query: Type.Object({ category: anything, relatedId: anything }),

  async handle(request) {
    const session = await readSession(request);
    const { category, relatedId } = request.query;
    const values = {
      ...(session && { email: session.account.email }),
      ...(typeof category === 'string' && { category }),
      ...(typeof relatedId === 'string' && RELATED_ID.test(relatedId) && { relatedId }),
    };
    return supportForm({ values });
  },
});

const RELATED_ID = /^[A-Za-z0-9_-]{0,64}$/;

const { email, subject, message, category } = SupportRequest.properties;

const FIELDS = {
  email: emailField(email),
  category: {
    schema: category,
    label: 'About',
    fix: 'Choose what your message is about.',
    input: 'select',
    options: SUPPORT_CATEGORIES.map((value) => ({ value, label: LABELS[value] })),
  },
  subject: { schema: subject, label: 'Subject', fix: 'Enter a subject, on one line.' },
  message: {
    schema: message,
    label: 'Message',
    fix: 'Write what happened, in a sentence or more.',
    input: 'area',
    rows: 8,
  },
  relatedId: {
    schema: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]*$' })),
    label: 'Reference of your research, order or request',
    fix: 'Copy the id as it is shown, such as run_… or ord_…, or leave this empty.',
  },
} as const satisfies DeclaredFields;

function supportForm(state: FormState): Reply {
  const { summary, all } = drawForm(FIELDS, state);
  return narrow(
    'Support',
    html`<p class="lead">
        A person reads your message and replies by email. Is something down? <a href="/status">See the status</a>.
      </p>
      ${summary}
      <form class="panel" method="post" action="/support">
        ${all}
        <button class="wide" type="submit">Send message</button>
      </form>`,
  );
}

/** Accepts a support request. Browsers send empty fields as empty strings. */
export const sendToSupport = page({
  method: 'POST',
  path: '/support',
  limit: 'support',
  needs: 'mail',
  form: bodyOf(FIELDS),
  again: (_, state) => supportForm(state),

  async handle({ deps, address, body: { relatedId, ...request } }) {
    const { id } = await askSupport(deps, mailShare(deps, address), { ...request, ...(relatedId && { relatedId }) });
    return narrow(
      'We received your message',
      html`<p class="lead">A person reads it and replies to ${request.email}.</p>
        <p class="soft">Quote <code>${id}</code> if you write again.</p>`,
    );
  },
});
