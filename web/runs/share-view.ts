import { html, type Markup } from '../../base/html';
import type { Session } from '../../http/browser/session';
import { MAX_SHARES, type listShares } from '../../modules/runs/store/shares';
import { csrfField } from '../account/account-page';
import { inUtc, localTime } from '../components/data';
import { selectField } from '../components/form';

type Shares = Awaited<ReturnType<typeof listShares>>;

/** Link lifetimes, in days. */
export const LIFETIMES = { '7': '7 days', '30': '30 days', '90': '90 days' } as const;

/** Share links for the dossier page at `path`, with a form for a new link. `reveals` says what recipients can see. */
export function sharing(
  session: Session,
  { path, shares, reveals }: { path: string; shares: Shares; reveals: string },
): Markup {
  return html`<section class="panel" aria-labelledby="sharing">
    <h2 id="sharing">Share by link</h2>
    <p>${reveals}</p>
    ${
      shares.length > 0 &&
      html`<ul class="rows">
        ${shares.map((share) => shareRow(session, share))}
      </ul>`
    }
    ${
      shares.length < MAX_SHARES &&
      html`<form class="inline" method="post" action="${path}/share">
        ${csrfField(session)}
        ${selectField({
          name: 'days',
          label: 'Link works for',
          value: '30',
          options: Object.entries(LIFETIMES).map(([value, label]) => ({ value, label })),
        })}
        <button type="submit">Create link</button>
      </form>`
    }
  </section>`;
}

/** A share link with its run or purchase, and a button that revokes the link. */
export function shareRow(session: Session, { id, runId, orderId, createdAt, expiresAt }: Shares[number]): Markup {
  const path = runId === null ? `/account/purchases/${orderId}` : `/account/runs/${runId}`;
  return html`<li>
    <span><a href="${path}">Link from ${localTime(createdAt)}</a>, works until ${localTime(expiresAt)}</span>
    <form method="post" action="${path}/unshare">
      ${csrfField(session)}<input type="hidden" name="shareId" value="${id}" />
      <button class="quiet small" type="submit" aria-label="Revoke the link from ${inUtc(createdAt)}">Revoke</button>
    </form>
  </li>`;
}
