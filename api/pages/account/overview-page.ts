import { MODES, type Mode } from '../../../contracts/access';
import type { Order } from '../../../prisma/client';
import { html, type Markup } from '../../../providers/html';
import { countEntitlements } from '../../../store/entitlements';
import { listOrders } from '../../../store/orders/read-orders';
import { listRuns } from '../../../store/runs/read-runs';
import { amount } from '../shop/amount';
import { layout } from '../layout';
import { show } from '../page';
import { accountPage, csrfField } from './account-page';
import { day } from './day';
import type { Session } from './session';

const RECENT = 10;
const KINDS: Record<string, string> = {
  idea_check: 'Idea Check',
  custom_search: 'Custom Search',
  opportunity: 'Opportunity',
};

/** What an account has: credits, its latest runs and orders, and the ways to its keys and password. */
export const accountOverview = accountPage({
  path: '/account',

  async handle({ deps, session }) {
    const { account } = session;
    const [credits, runs, orders] = await Promise.all([
      countEntitlements(deps.db, account.id, 'live'),
      ofBothModes((mode) => listRuns(deps.db, { accountId: account.id, mode }, { limit: RECENT })),
      ofBothModes((mode) => listOrders(deps.db, { accountId: account.id, mode }, RECENT)),
    ]);
    return show(
      layout({
        title: 'Account',
        body: html`<p class="eyebrow">${account.email}</p>
          <h1>Your account</h1>
          <p>
            <a class="button" href="/account/keys">API keys</a>
            <a class="button quiet" href="/account/webhooks">Webhooks</a>
          </p>
          ${creditSection(credits)}
          ${table('Latest runs', ['Run', 'Kind', 'Status', 'Created'], 'No run yet.', runs, (run) => [
            html`<code>${run.id}</code>`,
            KINDS[run.kind]!,
            run.mode === 'test' ? `${run.status} (test)` : run.status,
            day(run.createdAt),
          ])}
          ${table('Orders', ['Order', 'Product', 'Status', 'Price', 'Placed'], 'No order yet.', orders, (order) => [
            html`<code>${order.id}</code>`,
            productOf(order),
            order.mode === 'test' ? `${order.status} (test)` : order.status,
            amount(order.priceAmount),
            day(order.createdAt),
          ])}
          ${security(session)}`,
      }),
    );
  },
});

/** What was bought; an opportunity leads to its dossier. */
function productOf({ product, productName, opportunityId, status }: Order): Markup | string {
  if (product !== 'opportunity') return KINDS[product]!;
  if (status !== 'fulfilled') return productName;
  const dossier = `/account/opportunities/${opportunityId}`;
  return html`${productName}: <a href="${dossier}">dossier</a>, <a href="${dossier}?format=pdf">PDF</a>`;
}

// Ids sort by the time at which they were made.
async function ofBothModes<T extends { id: string }>(list: (mode: Mode) => Promise<T[]>): Promise<T[]> {
  const all = (await Promise.all(MODES.map(list))).flat();
  return all.sort((a, b) => b.id.localeCompare(a.id)).slice(0, RECENT);
}

function creditSection(credits: Awaited<ReturnType<typeof countEntitlements>>): Markup {
  return html`<h2>Credits</h2>
    <ul class="cards">
      ${credits.map(
        ({ kind, unused, consumed }) =>
          html`<li class="card">
            <h3>${KINDS[kind]}</h3>
            <p><span class="price">${unused}</span> unused, ${consumed} used</p>
            <p class="foot"><a href="/buy?product=${kind}">Buy ${unused === 0 ? 'one' : 'another'}</a></p>
          </li>`,
      )}
    </ul>`;
}

function table<T>(
  title: string,
  columns: string[],
  none: string,
  rows: T[],
  cells: (row: T) => (Markup | string)[],
): Markup {
  if (rows.length === 0) {
    return html`<h2>${title}</h2>
      <p class="soft">${none}</p>`;
  }
  return html`<h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${cells(row).map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function security(session: Session): Markup {
  return html`<h2>Sign-in</h2>
    <form method="post" action="/account/password-link">
      ${csrfField(session)}
      <p class="soft">
        ${session.account.hasPassword ? 'You can sign in by mail or by password.' : 'You sign in by mail. A password is optional.'}
      </p>
      <p>
        <button class="quiet" type="submit">
          ${session.account.hasPassword ? 'Change the password' : 'Set a password'}
        </button>
      </p>
    </form>
    <form method="post" action="/sign-out">
      ${csrfField(session)}
      <p><button class="quiet" type="submit">Sign out</button></p>
    </form>`;
}
