import { Type } from '@sinclair/typebox';
import { idSchema } from '../../contracts/ids';
import { titleOf } from '../../domain/run-title';
import { html } from '../../platform/html';
import { hashToken, newToken } from '../../platform/tokens';
import type { DossierShare } from '../../prisma/client';
import { endShare } from '../../store/sharing/end-share';
import { findSharedPurchase, findSharedRun } from '../../store/sharing/find-shared';
import { sharePurchase } from '../../store/sharing/share-purchase';
import { shareRun } from '../../store/sharing/share-run';
import type { WantedShare } from '../../store/sharing/add-share';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { boughtDossier } from '../../commands/orders/bought-dossier';
import type { Session } from '../../commands/people/session';
import { documentOf } from '../../commands/runs/find-run';
import { accountLayout } from '../account/account-layout';
import { accountForm } from '../account/account-page';
import { ORDER_ID } from '../account/purchase-page';
import { copyButton } from '../components/copy-button';
import { crumbs } from '../components/crumbs';
import { localTime } from '../components/local-time';
import { notice } from '../components/notice';
import { pageHead } from '../components/page-head';
import { narrow } from '../people/notice';
import { page, seeOther, show } from '../page';
import { dossierPage } from './dossier-view';
import { RUN_ID, runOf } from './own-runs';
import { pdfReply } from './run-documents';
import { LIFETIMES } from './share-view';

const DAY_MS = 86_400_000;

const WANTED = Type.Object({
  days: Type.Unsafe<keyof typeof LIFETIMES>({ type: 'string', enum: Object.keys(LIFETIMES) }),
});
const ENDED = Type.Object({ shareId: Type.String({ pattern: idSchema('shr').pattern! }) });

/** Shares the dossier of a run and shows the link, once: only its hash is stored. */
export const shareOwnRun = accountForm({
  path: '/account/runs/{id}/share',
  id: RUN_ID,
  accountLimit: 'shares',
  form: WANTED,

  async handle({ deps, session, id, body }) {
    const { accountId, mode } = await runOf(deps, session, id);
    const share = (wanted: WantedShare) => shareRun(deps.db, { accountId, mode }, id, wanted);
    const above = { section: '/account/runs', label: 'Runs', of: 'Run', back: 'Back to the run' } as const;
    return linkMade(deps, session, { share, days: body.days, path: `/account/runs/${id}`, above });
  },
});

/** Shares the dossier of a bought opportunity in the same way. */
export const shareOwnPurchase = accountForm({
  path: '/account/purchases/{id}/share',
  id: ORDER_ID,
  accountLimit: 'shares',
  form: WANTED,

  handle({ deps, session, id, body }) {
    const share = (wanted: WantedShare) => sharePurchase(deps.db, session.account.id, id, wanted);
    const above = {
      section: '/account/purchases',
      label: 'Purchases',
      of: 'Purchase',
      back: 'Back to the purchase',
    } as const;
    return linkMade(deps, session, { share, days: body.days, path: `/account/purchases/${id}`, above });
  },
});

interface MadeLink {
  share: (wanted: WantedShare) => Promise<DossierShare>;
  days: string;
  /** Page of what is shared, and the words for it. */
  path: string;
  above: { section: '/account/runs' | '/account/purchases'; label: string; of: string; back: string };
}

async function linkMade(deps: ApiDeps, session: Session, { share, days, path, above }: MadeLink): Promise<Reply> {
  const token = newToken();
  const { expiresAt } = await share({ tokenHash: hashToken(token), lifetimeMs: Number(days) * DAY_MS });
  return show(
    accountLayout({
      session,
      current: above.section,
      title: 'Your link',
      body: html`${pageHead({
          above: crumbs([
            { href: above.section, label: above.label },
            { href: path, label: above.of },
          ]),
          title: 'Your link',
        })}
        ${notice('Copy it now: it is shown only once.', 'warn')}
        <pre><code id="link">${deps.settings.publicUrl}/shared/${token}</code></pre>
        <div class="actions">
          ${copyButton('link', 'Copy link')}
          <a class="button quiet" href="${path}">${above.back}</a>
        </div>
        <p class="soft">It works until ${localTime(expiresAt)}, or until you take it back.</p>`,
    }),
  );
}

/** Ends a link to a run at once. */
export const unshareOwnRun = accountForm({
  path: '/account/runs/{id}/unshare',
  id: RUN_ID,
  form: ENDED,

  async handle({ deps, session, id, body }) {
    await endShare(deps.db, session.account.id, body.shareId);
    return seeOther(`/account/runs/${id}`);
  },
});

/** Ends a link to a purchase at once. */
export const unshareOwnPurchase = accountForm({
  path: '/account/purchases/{id}/unshare',
  id: ORDER_ID,
  form: ENDED,

  async handle({ deps, session, id, body }) {
    await endShare(deps.db, session.account.id, body.shareId);
    return seeOther(`/account/purchases/${id}`);
  },
});

/** Headers of what a secret link shows: nothing keeps it, finds it or learns its address. */
const SECRET = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };

/** Dossier behind a secret link, for readers without an account. It shows nothing of the account. */
export const sharedPage = page({
  method: 'GET',
  path: '/shared/{id}',
  large: true,
  idIsToken: true,
  limit: 'shared',

  handle: ({ deps, id: token }) => behind(deps, token, 'html'),
});

/** The PDF of a {@link sharedPage}, or the page again. */
export const sharedDossier = page({
  method: 'GET',
  path: '/shared/{id}/dossier',
  large: true,
  idIsToken: true,
  limit: 'shared',
  query: Type.Object({ format: Type.Optional(Type.Unsafe<unknown>({})) }),

  handle: ({ deps, id: token, query: { format } }) => behind(deps, token, format === 'pdf' ? 'pdf' : 'html'),
});

async function behind(deps: ApiDeps, token: string, format: 'html' | 'pdf'): Promise<Reply> {
  const reply = await documentBehind(deps, token, format);
  return { ...reply, headers: { ...reply.headers, ...SECRET } };
}

async function documentBehind(deps: ApiDeps, token: string, format: 'html' | 'pdf'): Promise<Reply> {
  const shared = await dossierBehind(deps, hashToken(token), format);
  if (!shared) return gone();
  const { title, body, expiresAt } = shared;
  if (format === 'pdf') return pdfReply(body, title);
  return dossierPage(body, {
    back: { href: '/', label: 'What is this service?' },
    says: html`Somebody shared this dossier with you. The link works until ${localTime(expiresAt)}.`,
    links: [{ href: `/shared/${token}/dossier?format=pdf`, label: 'PDF' }],
  });
}

async function dossierBehind(
  deps: ApiDeps,
  tokenHash: Buffer,
  format: 'html' | 'pdf',
): Promise<{ title: string; body: Buffer; expiresAt: Date } | null> {
  const shared = await findSharedRun(deps.db, tokenHash);
  if (shared) {
    const { run, expiresAt } = shared;
    const body = await documentOf(deps, run, format === 'pdf' ? 'dossierPdf' : 'dossierHtml');
    return { title: titleOf(run), body, expiresAt };
  }
  const bought = await findSharedPurchase(deps.db, tokenHash);
  if (!bought) return null;
  const { purchase, expiresAt } = bought;
  // Null as well where the purchase does not stand any more, or the opportunity was sold again.
  const dossier = await boughtDossier(deps, purchase, purchase.opportunityId, format);
  return dossier && dossier.orderId === purchase.orderId ? { ...dossier, expiresAt } : null;
}

// One answer for links that ended, never were, or belong to a closed account.
function gone(): Reply {
  return narrow(
    'This link does not work any more',
    html`<p class="lead">It was taken back, has expired or is incomplete. Ask whoever sent it for another one.</p>`,
    { status: 404 },
  );
}
