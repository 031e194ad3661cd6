import { Type } from '@sinclair/typebox';
import { MODES } from '../../../contracts/access';
import { idSchema } from '../../../contracts/ids';
import type { Webhook } from '../../../prisma/client';
import { html, type Markup } from '../../../providers/html';
import { listDeliveries, type LoggedDelivery } from '../../../store/webhooks/deliveries';
import { requestTestDelivery } from '../../../store/webhooks/request-test-delivery';
import { listWebhooks } from '../../../store/webhooks/webhooks';
import type { ApiDeps } from '../../deps';
import { layout } from '../layout';
import { seeOther, show } from '../page';
import { accountForm, accountPage, csrfField } from './account-page';
import type { Session } from './session';

const PATH = '/account/webhooks';
/** Deliveries of each endpoint that are shown. */
const SHOWN = 5;

const needs = ({ webhooks }: ApiDeps) => webhooks !== null;

/** The webhook endpoints of an account with their latest deliveries, and a button that sends a signed test to each. */
export const ownWebhooksPage = accountPage({
  path: PATH,
  needs,

  async handle({ deps, session }) {
    const { id: accountId } = session.account;
    const endpoints = (await Promise.all(MODES.map((mode) => listWebhooks(deps.db, { accountId, mode })))).flat();
    const logs = await Promise.all(endpoints.map(({ id }) => listDeliveries(deps.db, id, SHOWN)));
    return show(
      layout({
        title: 'Webhooks',
        body: html`<p class="eyebrow"><a href="/account">Account</a></p>
          <h1>Webhooks</h1>
          <p class="lead">
            Endpoints are made through the API; <a href="/developers/webhooks">how to verify what they are sent</a>.
          </p>
          ${endpoints.length === 0 && html`<p class="notice">There is no endpoint on this account yet.</p>`}
          ${endpoints.map((endpoint, place) => section(session, endpoint, logs[place]!))}`,
      }),
    );
  },
});

/** Sends a signed test to one endpoint of the account. */
export const testOwnWebhook = accountForm({
  path: `${PATH}/test`,
  needs,
  form: Type.Object({ webhookId: Type.String({ pattern: idSchema('whk').pattern! }) }),

  async handle({ deps, session, body }) {
    const { pending } = await requestTestDelivery(deps.db, body.webhookId, { accountId: session.account.id });
    if (pending) deps.deliver(pending);
    return seeOther(PATH);
  },
});

function section(session: Session, { id, url, mode, status }: Webhook, log: LoggedDelivery[]): Markup {
  return html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${url}</h2>
    <p class="soft"><code>${id}</code>, ${mode} mode, ${status}</p>
    ${
      status === 'active' &&
      html`<form method="post" action="${PATH}/test">
        ${csrfField(session)}
        <input type="hidden" name="webhookId" value="${id}" />
        <p><button type="submit">Send a signed test</button></p>
      </form>`
    }
    ${
      log.length === 0
        ? html`<p class="soft">Nothing was sent yet.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Deliveries to ${url}">
            <table>
              <thead>
                <tr>
                  <th scope="col">Delivery</th>
                  <th scope="col">Status</th>
                  <th scope="col">Attempts</th>
                  <th scope="col">Last answer</th>
                </tr>
              </thead>
              <tbody>
                ${log.map(row)}
              </tbody>
            </table>
          </div>`
    }
  </section>`;
}

function row({ id, status, attempts }: LoggedDelivery): Markup {
  const last = attempts.at(-1);
  return html`<tr>
    <td><code>${id}</code></td>
    <td>${status}</td>
    <td>${attempts.length}</td>
    <td>${last ? (last.responseStatus ?? last.error) : '–'}</td>
  </tr>`;
}
