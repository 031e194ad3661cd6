import { Type } from '@sinclair/typebox';
import { html } from '../../base/html';
import { idSchema } from '../../base/ids';
import { hashToken } from '../../base/tokens';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { boughtDossier } from '../../modules/opportunities/use-cases/bought-dossier';
import { titleOf } from '../../modules/runs/rules';
import { endShares, findSharedPurchase, findSharedRun } from '../../modules/runs/store/shares';
import { documentOf } from '../../modules/runs/use-cases/documents';
import { shareOwnPurchase, shareOwnRun, type NewShare } from '../../modules/runs/use-cases/share';
import { accountForm, accountReply } from '../account/account-page';
import { ORDER_ID } from '../account/purchase-pages';
import { copyButton } from '../components/code';
import { localTime } from '../components/data';
import { crumbs, notice, pageHead } from '../components/frame';
import { anything, page, seeOther } from '../page';
import { narrow } from '../people/notice';
import { RUN_ID, runOf } from './own-runs';
import { dossierPage, pdfReply } from './run-documents';
import { LIFETIMES } from './share-view';

const DAY_MS = 86_400_000;

/** For each kind of item that can be shared: its account section, label and path id. */
const OWN = {
  run: { section: '/account/runs', label: 'Research', id: RUN_ID },
  purchase: { section: '/account/purchases', label: 'Purchases', id: ORDER_ID },
} as const;
type Shared = keyof typeof OWN;

/** Declares a form that creates a share link by calling `share`, and shows the link once. */
function shareForm(
  of: Shared,
  share: (deps: ApiDeps, session: Session, id: string, lifetimeMs: number) => Promise<NewShare>,
) {
  const { section, label, id: pathId } = OWN[of];
  return accountForm({
    path: `${section}/{id}/share`,
    id: pathId,
    stepUp: { returnTo: `${section}/{id}` },
    accountLimit: 'shares',
    form: Type.Object({ days: Type.Unsafe<keyof typeof LIFETIMES>({ type: 'string', enum: Object.keys(LIFETIMES) }) }),

    async handle({ deps, session, id, body }) {
      const { token, expiresAt } = await share(deps, session, id, Number(body.days) * DAY_MS);
      const path = `${section}/${id}`;
      const above = crumbs([
        { href: section, label },
        { href: path, label: of === 'run' ? 'Result' : 'Purchase' },
      ]);
      return accountReply(session, {
        current: section,
        title: 'Your link',
        heading: pageHead({ above, title: 'Your link' }),
        body: html`${notice('Copy the link now. We show it only once.', 'warn')}
          <pre><code id="link">${deps.settings.publicUrl}/shared/${token}</code></pre>
          <div class="actions">
            ${copyButton('link', 'Copy link')}
            <a class="button quiet" href="${path}">Back to the ${of === 'run' ? 'result' : 'purchase'}</a>
          </div>
          <p class="soft">The link works until ${localTime(expiresAt)}, or until you revoke it.</p>`,
      });
    },
  });
}

/** Declares a form that revokes a share link. */
function unshareForm(of: Shared) {
  const { section, id: pathId } = OWN[of];
  return accountForm({
    path: `${section}/{id}/unshare`,
    id: pathId,
    form: Type.Object({ shareId: Type.String({ pattern: idSchema('shr').pattern! }) }),

    async handle({ deps, session, id, body }) {
      await endShares(deps.db, session.account.id, body.shareId);
      return seeOther(`${section}/${id}`);
    },
  });
}

/** Shares the dossier of a run. */
export const shareOwnRunForm = shareForm('run', async (deps, session, id, lifetimeMs) => {
  const { accountId, mode } = await runOf(deps, session, id);
  return shareOwnRun(deps, { accountId, mode }, id, lifetimeMs);
});

/** Shares the dossier of a bought opportunity. */
export const shareOwnPurchaseForm = shareForm('purchase', (deps, { account }, id, lifetimeMs) =>
  shareOwnPurchase(deps, account.id, id, lifetimeMs),
);

/** Revokes a link to a run. */
export const unshareOwnRun = unshareForm('run');

/** Revokes a link to a purchase. */
export const unshareOwnPurchase = unshareForm('purchase');

/** Keeps secret links out of search engines and referrers. */
const SECRET = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };

/** Dossier behind a secret link, for readers without an account. It reveals nothing about the account. */
export const sharedPage = page({
  method: 'GET',
  path: '/shared/{id}',
  large: true,
  idIsToken: true,
  limit: 'shared',

  handle: ({ deps, id: token }) => behind(deps, token, 'html'),
});

/** PDF of a {@link sharedPage}. If the link is invalid, replies with a page. */
export const sharedDossier = page({
  method: 'GET',
  path: '/shared/{id}/dossier',
  large: true,
  idIsToken: true,
  limit: 'shared',
  query: Type.Object({ format: anything }),

  handle: ({ deps, id: token, query: { format } }) => behind(deps, token, format === 'pdf' ? 'pdf' : 'html'),
});

async function behind(deps: ApiDeps, token: string, format: 'html' | 'pdf'): Promise<Reply> {
  const reply = await documentBehind(deps, token, format);
  return { ...reply, headers: { ...reply.headers, ...SECRET } };
}

async function documentBehind(deps: ApiDeps, token: string, format: 'html' | 'pdf'): Promise<Reply> {
  const shared = await dossierBehind(deps, hashToken(token), format);
  // Unknown, expired, revoked and erased links get the same response.
  if (!shared) {
    return narrow(
      'This link no longer works',
      html`<p class="lead">It has expired, was revoked or is incomplete. Ask the sender for a new one.</p>`,
      { status: 404 },
    );
  }
  const { title, body, expiresAt } = shared;
  if (format === 'pdf') return pdfReply(body, title);
  return dossierPage(body, {
    back: { href: '/', label: 'About this service' },
    says: html`Someone shared this dossier with you. The link works until ${localTime(expiresAt)}.`,
    links: [{ href: `/shared/${token}/dossier?format=pdf`, label: 'Download PDF' }],
  });
}

async function dossierBehind(deps: ApiDeps, tokenHash: Buffer, format: 'html' | 'pdf') {
  const shared = await findSharedRun(deps.db, tokenHash);
  if (shared) {
    const { run, expiresAt } = shared;
    const body = await documentOf(deps, run, format === 'pdf' ? 'dossierPdf' : 'dossierHtml');
    return { title: titleOf(run), body, expiresAt };
  }
  const bought = await findSharedPurchase(deps.db, tokenHash);
  if (!bought) return null;
  const { purchase, expiresAt } = bought;
  // Null if the purchase was refunded or the payment lost in a dispute.
  const dossier = await boughtDossier(deps, purchase, purchase.opportunityId, format);
  return dossier && { ...dossier, expiresAt };
}
