import { html, type Markup } from '../../platform/html';
import type { listShares } from '../../store/runs/find-shared-run';
import { MAX_SHARES } from '../../store/runs/share-run';
import { csrfField } from '../account/account-page';
import type { Session } from '../../commands/people/session';
import { inUtc, localTime } from '../components/local-time';
import { selectField } from '../components/form-field';

type Shares = Awaited<ReturnType<typeof listShares>>;

/** Lifetimes of links to choose from, in days. */
export const LIFETIMES = { '7': '7 days', '30': '30 days', '90': '90 days' } as const;

/** Links to a dossier, with a form for another one. */
export function sharing(session: Session, runId: string, shares: Shares): Markup {
  return html`<section class="panel" aria-labelledby="sharing">
    <h2 id="sharing">Share by link</h2>
    <p>
      Whoever has the link reads the whole dossier, with what you asked, without signing in. Your name, your address and
      your other runs stay private.
    </p>
    ${
      shares.length > 0 &&
      html`<ul class="rows">
        ${shares.map((share) => row(session, runId, share))}
      </ul>`
    }
    ${
      shares.length < MAX_SHARES &&
      html`<form class="inline" method="post" action="/account/runs/${runId}/share">
        ${csrfField(session)}
        ${selectField({
          name: 'days',
          label: 'The link works for',
          value: '30',
          options: Object.entries(LIFETIMES).map(([value, label]) => ({ value, label })),
        })}
        <button type="submit">Create link</button>
      </form>`
    }
  </section>`;
}

function row(session: Session, runId: string, { id, createdAt, expiresAt }: Shares[number]): Markup {
  return html`<li>
    <span>Link of ${localTime(createdAt)}, works until ${localTime(expiresAt)}</span>
    <form method="post" action="/account/runs/${runId}/unshare">
      ${csrfField(session)}<input type="hidden" name="shareId" value="${id}" />
      <button class="quiet small" type="submit" aria-label="Take back the link of ${inUtc(createdAt)}">
        Take back
      </button>
    </form>
  </li>`;
}
