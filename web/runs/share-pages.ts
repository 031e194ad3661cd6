import { Type } from '@sinclair/typebox';
import { idSchema } from '../../contracts/ids';
import { titleOf } from '../../domain/run-title';
import { html } from '../../platform/html';
import { hashToken, newToken } from '../../platform/tokens';
import { endShare } from '../../store/runs/end-share';
import { findSharedRun } from '../../store/runs/find-shared-run';
import { shareRun } from '../../store/runs/share-run';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { documentOf } from '../../commands/runs/find-run';
import { accountLayout } from '../account/account-layout';
import { accountForm } from '../account/account-page';
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

/** Shares the dossier of a run and shows the link, once: only its hash is stored. */
export const shareOwnRun = accountForm({
  path: '/account/runs/{id}/share',
  id: RUN_ID,
  accountLimit: 'shares',
  form: Type.Object({ days: Type.Unsafe<keyof typeof LIFETIMES>({ type: 'string', enum: Object.keys(LIFETIMES) }) }),

  async handle({ deps, session, id, body }) {
    const { accountId, mode } = await runOf(deps, session, id);
    const token = newToken();
    const wanted = { tokenHash: hashToken(token), lifetimeMs: Number(body.days) * DAY_MS };
    const { expiresAt } = await shareRun(deps.db, { accountId, mode }, id, wanted);
    return show(
      accountLayout({
        session,
        current: '/account/runs',
        title: 'Your link',
        body: html`${pageHead({
            above: crumbs([
              { href: '/account/runs', label: 'Runs' },
              { href: `/account/runs/${id}`, label: 'Run' },
            ]),
            title: 'Your link',
          })}
          ${notice('Copy it now: it is shown only once.', 'warn')}
          <pre><code id="link">${deps.settings.publicUrl}/shared/${token}</code></pre>
          <div class="actions">
            ${copyButton('link', 'Copy link')}
            <a class="button quiet" href="/account/runs/${id}">Back to the run</a>
          </div>
          <p class="soft">It works until ${localTime(expiresAt)}, or until you take it back.</p>`,
      }),
    );
  },
});

/** Ends a link at once. */
export const unshareOwnRun = accountForm({
  path: '/account/runs/{id}/unshare',
  id: RUN_ID,
  form: Type.Object({ shareId: Type.String({ pattern: idSchema('shr').pattern! }) }),

  async handle({ deps, session, id, body }) {
    await endShare(deps.db, session.account.id, body.shareId);
    return seeOther(`/account/runs/${id}`);
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
  const shared = await findSharedRun(deps.db, hashToken(token));
  if (!shared) return gone();
  const { run, expiresAt } = shared;
  if (format === 'pdf') return pdfReply(await documentOf(deps, run, 'dossierPdf'), titleOf(run));
  return dossierPage(await documentOf(deps, run, 'dossierHtml'), {
    back: { href: '/', label: 'What is this service?' },
    says: html`Somebody shared this dossier with you. The link works until ${localTime(expiresAt)}.`,
    links: [{ href: `/shared/${token}/dossier?format=pdf`, label: 'PDF' }],
  });
}

// One answer for links that ended, never were, or belong to a closed account.
function gone(): Reply {
  return narrow(
    'This link does not work any more',
    html`<p class="lead">It was taken back, has expired or is incomplete. Ask whoever sent it for another one.</p>`,
    { status: 404 },
  );
}
