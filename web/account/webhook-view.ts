import type { FieldError } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import type { Session } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import { eventsOf, WebhookCreate, type DeliveredEvents, type DeliveryStatus } from '../../modules/webhooks/contract';
import type { LoggedDelivery } from '../../modules/webhooks/store/deliveries';
import type { Webhook } from '../../modules/webhooks/store/endpoints';
import { copyButton } from '../components/code';
import { badge, badges, dataTable, localTime, type Tone } from '../components/data';
import { confirmAction, checkField, textField } from '../components/form';
import { crumbs, notice, pageHead } from '../components/frame';
import { accountReply, csrfField } from './account-page';

const PATH = '/account/webhooks';
const { url: urlField, description: descriptionField } = WebhookCreate.properties;

/** Fields of the form as they were sent, or as the endpoint has them. */
export interface WebhookFields {
  url: string;
  description: string | null;
  eventTypes: readonly string[];
}

interface WebhookForm {
  action: string;
  delivered: DeliveredEvents;
  /** Makes creating idempotent; a change needs none. */
  key?: string;
  sent?: WebhookFields;
  errors?: readonly FieldError[];
  problem?: Fragment;
}

/** Form of a new endpoint, or of a change of one. */
export function webhookForm(
  session: Session,
  { action, delivered, key, sent, errors = [], problem }: WebhookForm,
): Markup {
  const errorOf = (name: string) => {
    const error = errors.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    return error ? { error: `This ${error.detail}.` } : {};
  };
  const events = errorOf('eventTypes');
  const offered: readonly string[] = eventsOf(delivered);
  const kept = (sent?.eventTypes ?? []).filter((name) => !offered.includes(name));
  return html`<form class="panel" method="post" action="${action}">
    ${csrfField(session)}
    ${key && html`<input type="hidden" name="idempotencyKey" value="${key}" autocomplete="off" />`}
    <h2>${key ? 'Create an endpoint' : 'Change the endpoint'}</h2>
    ${problem && notice(html`<p>${problem}</p>`, 'bad')}
    ${textField({
      name: 'url',
      label: 'URL',
      hint: 'An https address that can be reached publicly.',
      type: 'url',
      maxLength: urlField.maxLength!,
      value: sent?.url ?? '',
      required: true,
      ...errorOf('url'),
    })}
    ${textField({
      name: 'description',
      label: 'Name (optional)',
      maxLength: descriptionField.maxLength!,
      value: sent?.description ?? '',
      ...errorOf('description'),
    })}
    <fieldset>
      <legend>Events</legend>
      ${'error' in events && html`<p class="field-error">Choose at least one event.</p>`}
      <div class="checks">
        ${[...offered, ...kept].map((name) =>
          checkField({
            name: 'eventTypes',
            value: name,
            label: html`<code>${name}</code>${kept.includes(name) && ' (not delivered here)'}`,
            checked: sent ? sent.eventTypes.includes(name) : name === 'webhook.test',
          }),
        )}
      </div>
    </fieldset>
    <button type="submit">${key ? 'Create endpoint' : 'Save'}</button>
  </form>`;
}

/** An endpoint in the list. */
export function webhookPanel(
  { id, url, mode, status, description, eventTypes }: Webhook,
  delivered: DeliveredEvents,
): Markup {
  const offered = eventsOf(delivered);
  return html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}"><a href="${PATH}/${id}">${description ?? url}</a></h2>
    ${state({ mode, status })}
    <p class="as-written"><code>${url}</code></p>
    <p class="soft">
      ${eventTypes.map((type) => (offered.includes(type) ? type : `${type} (not delivered here)`)).join(', ')}
    </p>
  </section>`;
}

function state({ mode, status }: Pick<Webhook, 'mode' | 'status'>): Markup {
  return badges('State and mode', [
    status === 'active' ? { text: 'active', tone: 'good' } : { text: 'disabled', tone: 'warn' },
    { text: mode, tone: 'plain' },
  ]);
}

/** Head of an endpoint's page, with everything that can be done with it. */
export function webhookActions(
  session: Session,
  webhook: Webhook,
  { errors, delivered }: { errors: readonly FieldError[]; delivered: DeliveredEvents },
): Markup {
  const { id, url, status, description, createdAt } = webhook;
  const isActive = status === 'active';
  const form = (action: string, content: Markup) =>
    html`<form method="post" action="${PATH}/${id}${action}">${csrfField(session)} ${content}</form>`;
  return html`${pageHead({
      above: crumbs([{ href: PATH, label: 'Webhooks' }]),
      title: description ?? 'Webhook',
      lead: html`<code class="as-written">${url}</code>`,
    })}
    ${state(webhook)}
    <p class="soft"><code>${id}</code>, created ${localTime(createdAt)}</p>
    <div class="actions">
      ${isActive && form('/test', html`<button type="submit">Send a test delivery</button>`)}
      ${form(
        '',
        html`<input type="hidden" name="enabled" value="${isActive ? 'false' : 'true'}" /><button
            class="quiet"
            type="submit"
          >
            ${isActive ? 'Disable' : 'Enable'}
          </button>`,
      )}
    </div>
    ${confirmAction(
      'Rotate the signing secret',
      form(
        '/rotate',
        html`<p>The secret of now signs too for another day, so that you can switch.</p>
          <button class="quiet" type="submit">Create a new secret</button>`,
      ),
    )}
    ${confirmAction(
      'Delete',
      form(
        '/delete',
        html`<p>Its deliveries are deleted, too. This cannot be undone.</p>
          <button class="quiet" type="submit">Delete the endpoint</button>`,
      ),
    )}
    ${webhookForm(session, { action: `${PATH}/${id}`, delivered, sent: webhook, errors })}`;
}

const DELIVERY_WORDS: Record<DeliveryStatus, Tone> = { pending: 'accent', delivered: 'good', failed: 'bad' };

/** Form that sends the events of a span of time again: folded, unless it was filled in wrongly. */
export function replayForm(session: Session, id: string, errors: readonly FieldError[] = []): Markup {
  const own = errors.filter(({ pointer }) => pointer === '/since' || pointer === '/until');
  const field = (name: 'since' | 'until', label: string) => {
    const error = own.find(({ pointer }) => pointer === `/${name}`);
    const said = error && { error: `This ${error.detail}.` };
    return textField({ name, label, type: 'datetime-local', required: true, ...said });
  };
  const form = html`<form method="post" action="${PATH}/${id}/replay">
    ${csrfField(session)}
    <p>Sends what happened in this time and the endpoint is subscribed to, as new deliveries. Times are UTC.</p>
    ${field('since', 'From')} ${field('until', 'Until')}
    <button class="quiet" type="submit">Send again</button>
  </form>`;
  return own.length > 0 ? form : confirmAction('Send events again', form);
}

/** Deliveries to an endpoint with how they went; each can be sent again while the endpoint is active. */
export function deliveryTable(session: Session, webhook: Webhook, log: readonly LoggedDelivery[]): Markup {
  if (log.length === 0)
    return html`<h2>Deliveries</h2>
      <p class="soft">No deliveries yet. They are kept for 30 days.</p>`;
  return html`<h2>Deliveries</h2>
    ${dataTable(
      'Deliveries',
      ['Event', 'Status', { label: 'Attempts', figure: true }, 'Last response', 'When', 'Again'],
      log.map(({ id, eventType, status, attempts, createdAt }) => [
        html`<code>${eventType}</code> <code class="soft">${id}</code>`,
        badge(status, DELIVERY_WORDS[status]),
        attempts.length,
        lastResponse(attempts.at(-1)),
        localTime(createdAt),
        webhook.status === 'active' ? again(session, webhook.id, id) : '–',
      ]),
    )}`;
}

function again(session: Session, webhookId: string, deliveryId: string): Markup {
  return html`<form method="post" action="${PATH}/${webhookId}/replay">
    ${csrfField(session)}<input type="hidden" name="deliveryId" value="${deliveryId}" /><button
      class="quiet"
      type="submit"
    >
      Send again
    </button>
  </form>`;
}

function lastResponse(last: LoggedDelivery['attempts'][number] | undefined): Fragment {
  if (!last) return '–';
  const { responseStatus, error, durationMs } = last;
  return html`${responseStatus ?? error} <span class="soft">${durationMs} ms</span>`;
}

/** Page that shows a signing secret, once. */
export function secretPage(session: Session, id: string, secret: string, isRotated: boolean): Reply {
  return accountReply(session, {
    current: PATH,
    above: { href: PATH, label: 'Webhooks' },
    title: isRotated ? 'Your new signing secret' : 'Your endpoint',
    body: html`${notice(html`<p>Copy this signing secret now. It is shown once.</p>`, 'warn')}
      <pre><code id="secret">${secret}</code></pre>
      <div class="actions">
        ${copyButton('secret', 'Copy secret')}<a class="button quiet" href="${PATH}/${id}">Go to the endpoint</a>
      </div>
      ${isRotated && html`<p class="soft">The secret before signs too for another day.</p>`}`,
  });
}
