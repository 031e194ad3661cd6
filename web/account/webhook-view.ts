import { Type } from '@sinclair/typebox';
import type { FieldError } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import type { Session } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import {
  eventsOf,
  WEBHOOK_EVENTS,
  WebhookCreate,
  type DeliveredEvents,
  type DeliveryStatus,
  type WebhookEvent,
} from '../../modules/webhooks/contract';
import type { LoggedDelivery } from '../../modules/webhooks/store/deliveries';
import type { Webhook } from '../../modules/webhooks/store/endpoints';
import { copyButton } from '../components/code';
import { badge, badges, dataTable, localTime, type Tone } from '../components/data';
import { drawForm, type DeclaredFields, type FormState } from '../components/declared-form';
import { confirmAction } from '../components/form';
import { crumbs, notice, pageHead } from '../components/frame';
import { accountReply, csrfField } from './account-page';

const PATH = '/account/webhooks';
const SCHEMAS = WebhookCreate.properties;

const addressFix = ({ code }: FieldError) =>
  code === 'private_address'
    ? 'Enter a public address: we cannot reach a private network.'
    : 'Enter an address that starts with https:// and is reachable from the internet.';

/** Form fields of an endpoint. `kept` lists selected events that we no longer deliver, so that they remain selected. */
const fieldsFor = (offered: readonly string[], kept: readonly string[]) =>
  ({
    url: {
      schema: SCHEMAS.url,
      label: 'URL',
      hint: 'A public https address of your server, such as https://example.com/hooks.',
      fix: addressFix,
      input: 'url',
    },
    description: { schema: SCHEMAS.description, label: 'Name', fix: 'Choose a shorter name.' },
    eventTypes: {
      schema: Type.Optional(Type.Unknown()),
      label: offered.length === 1 ? 'Events (only test deliveries for now)' : 'Events',
      fix: ({ code }: FieldError) =>
        code === 'event_not_delivered' ? 'Choose only events that we deliver.' : 'Choose at least one event.',
      input: 'checks',
      options: [...offered, ...kept].map((value) => ({
        value,
        hint: WEBHOOK_EVENTS[value as WebhookEvent],
        label: html`<code>${value}</code>${kept.includes(value) && ' (not delivered here)'}`,
      })),
      initial: 'webhook.test',
    },
  }) as const satisfies DeclaredFields;

interface WebhookForm {
  action: string;
  delivered: DeliveredEvents;
  /** Idempotency key for creation. Updates need no key. */
  key?: string;
  state?: FormState | undefined;
}

/** Form that creates or updates an endpoint. */
export function webhookForm(session: Session, { action, delivered, key, state }: WebhookForm): Markup {
  const offered: readonly string[] = eventsOf(delivered);
  const chosen = [state?.values.eventTypes ?? []].flat().map(String);
  const kept = chosen.filter((name) => !offered.includes(name));
  const { summary, all } = drawForm(fieldsFor(offered, kept), state);
  return html`<form class="panel" method="post" action="${action}">
    ${csrfField(session)}
    ${key && html`<input type="hidden" name="idempotencyKey" value="${key}" autocomplete="off" />`}
    <h2>${key ? 'Create an endpoint' : 'Change the endpoint'}</h2>
    ${summary} ${all}
    <button type="submit">${key ? 'Create endpoint' : 'Save changes'}</button>
  </form>`;
}

export function webhookPanel(
  { id, url, mode, status, description, eventTypes }: Webhook,
  delivered: DeliveredEvents,
): Markup {
  const offered = eventsOf(delivered);
  return html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}"><a href="${PATH}/${id}">${description ?? url}</a></h2>
    ${stateOf({ mode, status })} ${description !== null && html`<p class="as-written"><code>${url}</code></p>`}
    <p class="soft">
      Gets ${eventTypes.map((type) => (offered.includes(type) ? type : `${type} (not delivered here)`)).join(', ')}
    </p>
  </section>`;
}

function stateOf({ mode, status }: Pick<Webhook, 'mode' | 'status'>): Markup {
  return badges('State and mode', [
    status === 'active' ? { text: 'active', tone: 'good' } : { text: 'disabled', tone: 'warn' },
    { text: mode, tone: 'plain' },
  ]);
}

/** Header of an endpoint's page, with its test buttons. */
export function webhookHead(session: Session, webhook: Webhook): Markup {
  const { id, url, status, description, createdAt } = webhook;
  const isActive = status === 'active';
  const form = formOf(session, id);
  return html`${pageHead({
      above: crumbs([{ href: PATH, label: 'Webhooks' }]),
      title: description ?? 'Webhook',
      lead: html`<code class="as-written">${url}</code>`,
    })}
    ${stateOf(webhook)}
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
    </div>`;
}

const formOf = (session: Session, id: string) => (action: string, content: Markup) =>
  html`<form method="post" action="${PATH}/${id}${action}">${csrfField(session)} ${content}</form>`;

/** Actions that affect the receiver: secret rotation and deletion. */
export function webhookDangers(session: Session, { id }: Webhook): Markup {
  const form = formOf(session, id);
  return html`${confirmAction(
    'Rotate the signing secret',
    form(
      '/rotate',
      html`<p>Both secrets sign deliveries for another day, so that you can switch.</p>
        <button class="quiet" type="submit">Create a new secret</button>`,
    ),
  )}
  ${confirmAction(
    'Delete',
    form(
      '/delete',
      html`<p>This also deletes its deliveries. You cannot undo it.</p>
        <button class="danger" type="submit">Delete the endpoint</button>`,
    ),
  )}`;
}

const DELIVERY_WORDS: Record<DeliveryStatus, Tone> = { pending: 'accent', delivered: 'good', failed: 'bad' };

const moment = (label: string, fix: string) =>
  ({ schema: Type.String({ maxLength: 40 }), label, fix, input: 'datetime-local' }) as const;

const SPAN = {
  since: moment('From', 'Enter a start time in the last 30 days.'),
  until: moment('Until', 'Enter an end time after the start time.'),
};

/** Form that resends the events of a period. Folded unless it has errors. */
export function replayForm(session: Session, id: string, state?: FormState): Markup {
  const { summary, all } = drawForm(SPAN, state);
  const form = html`<form method="post" action="${PATH}/${id}/replay">
    ${csrfField(session)}
    <p>We send the events from this period again, as new deliveries. Times are in UTC.</p>
    ${summary} ${all}
    <button class="quiet" type="submit">Send again</button>
  </form>`;
  return state ? form : confirmAction('Send events again', form);
}

/** Deliveries to an endpoint with their results. Each can be resent while the endpoint is active. */
export function deliveryTable(session: Session, webhook: Webhook, log: readonly LoggedDelivery[]): Markup {
  if (log.length === 0)
    return html`<h2>Deliveries</h2>
      <p class="soft">
        No deliveries yet. Send a test delivery to try your endpoint. We keep deliveries for 30 days.
      </p>`;
  return html`<h2>Deliveries</h2>
    ${dataTable(
      'Deliveries',
      ['Event', 'Status', { label: 'Attempts', figure: true }, 'Last response', 'When', 'Resend'],
      log.map(({ id, eventType, status, attempts, createdAt }) => [
        html`<code>${eventType}</code><br /><small class="soft as-written">${id}</small>`,
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
    ${csrfField(session)}<input type="hidden" name="deliveryId" value="${deliveryId}" />
    <button class="quiet small" type="submit">Send again</button>
  </form>`;
}

function lastResponse(last: LoggedDelivery['attempts'][number] | undefined): Fragment {
  if (!last) return '–';
  const { responseStatus, error, durationMs } = last;
  return html`${responseStatus ?? error?.replaceAll('_', ' ')} <span class="soft">${durationMs} ms</span>`;
}

/** Shows a signing secret once. */
export function secretPage(session: Session, id: string, secret: string, isRotated: boolean): Reply {
  return accountReply(session, {
    current: PATH,
    above: { href: PATH, label: 'Webhooks' },
    title: isRotated ? 'Your new signing secret' : 'Your endpoint',
    body: html`${notice(html`<p>Copy this signing secret now. We show it only once.</p>`, 'warn')}
      <pre><code id="secret">${secret}</code></pre>
      <div class="actions">
        ${copyButton('secret', 'Copy secret')}<a class="button quiet" href="${PATH}/${id}">Go to the endpoint</a>
      </div>
      ${isRotated && html`<p class="soft">Your old secret signs for another day, too.</p>`}`,
  });
}
