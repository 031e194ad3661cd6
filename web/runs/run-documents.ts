import { Type } from '@sinclair/typebox';
import { MODES } from '../../base/access';
import { Failure } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import type { Reply } from '../../http/endpoint';
import { NO_STORE, savedAs, READ_DOSSIER } from '../../http/reply';
import { SOURCE_REL } from '../../modules/dossiers/html/parts';
import { DOSSIER_FORMATS } from '../../modules/opportunities/contract';
import { boughtDossier, type BoughtFormat } from '../../modules/opportunities/use-cases/bought-dossier';
import { ARTIFACTS, MARKDOWN } from '../../modules/run-kinds/contract';
import { hasPortfolio } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import { completedRun, documentOf, archiveOf } from '../../modules/runs/use-cases/documents';
import { accountPage } from '../account/account-page';
import { anything } from '../page';
import { RUN_ID, runOf } from './own-runs';

/** Dossier of a run, as a page or as a PDF download. */
export const runDossier = accountPage({
  path: '/account/runs/{id}/dossier',
  id: RUN_ID,
  large: true,
  query: Type.Object({ format: anything }),

  async handle({ deps, session, id, query: { format } }) {
    const run = await completedRun(deps, await runOf(deps, session, id), id);
    if (format === 'pdf') return pdfReply(await documentOf(deps, run, 'dossierPdf'), titleOf(run));
    return dossierPage(await documentOf(deps, run, 'dossierHtml'), {
      back: { href: `/account/runs/${id}`, label: 'Back to the result' },
      links: [
        { href: `/account/runs/${id}/dossier?format=pdf`, label: 'PDF' },
        { href: `/account/runs/${id}/documents?name=findings`, label: 'Findings (JSON)' },
        { href: `/account/runs/${id}#sharing`, label: 'Share' },
      ],
    });
  },
});

/** Downloads of a run: findings, ranking, or all documents as a zip archive. */
export const runDocuments = accountPage({
  path: '/account/runs/{id}/documents',
  id: RUN_ID,
  large: true,
  query: Type.Object({ name: anything }),

  async handle({ deps, session, id, query: { name } }) {
    const run = await completedRun(deps, await runOf(deps, session, id), id);
    // Customers must not see our research costs.
    if (name === 'all')
      return attachment(await archiveOf(deps, { ...run, costMicros: null }), 'application/zip', `${id}.zip`);
    if (name !== 'findings' && name !== 'portfolio') throw new Failure('artifact_unavailable');
    if (name === 'portfolio' && !hasPortfolio(run)) throw new Failure('portfolio_not_applicable');
    return attachment(await documentOf(deps, run, name), ARTIFACTS[name].contentType, `${name}-${id}.json`);
  },
});

/** Sends a PDF as a download named after its title. */
export function pdfReply(body: Buffer, title: string): Reply {
  return { status: 200, headers: savedAs(title, 'pdf'), body, type: ARTIFACTS.dossierPdf.contentType };
}

function attachment(body: Buffer, type: string, fileName: string): Reply {
  return {
    status: 200,
    type,
    body,
    headers: { ...NO_STORE, 'Content-Disposition': `attachment; filename="${fileName}"` },
  };
}

/** Contents of the bar that we add above a dossier. */
interface Surroundings {
  /** Back link on the left. */
  back: { href: string; label: string };
  /** Sentence next to the back link. */
  says?: Fragment;
  /** Links on the right, most important first. */
  links: readonly { href: string; label: string }[];
}

/**
 * Sends a dossier page with our bar on top. The text was written by agents, so the content security policy blocks
 * scripts, forms and external resources. Links may only open sources and save files. `headers` are added to the reply.
 */
export function dossierPage(dossier: Buffer, around: Surroundings, headers: Reply['headers'] = {}): Reply {
  return {
    status: 200,
    headers: { ...READ_DOSSIER, ...headers },
    body: Buffer.from(surrounded(dossier, around)),
    type: 'text/html; charset=utf-8',
  };
}

/**
 * Adds the bar and `head` to a dossier, and opens sources in new tabs without opener or referrer. The renderer escapes
 * quotes and brackets in text and URLs, so we replace only its own markup.
 */
export function surrounded(dossier: Buffer, around: Surroundings, head: Markup | null = null): string {
  return dossier
    .toString()
    .replaceAll(` ${SOURCE_REL}`, () => ` target="_blank" ${SOURCE_REL}`)
    .replace('</head>', () => `${head === null ? '' : head.toString()}<style>${BAR_STYLE}</style></head>`)
    .replace('<body>', () => `<body>${bar(around).toString()}`);
}

const BAR_STYLE = `.site-bar{display:flex;flex-wrap:wrap;align-items:center;gap:6px 18px;padding:10px 18px;background:var(--ground);border-bottom:1px solid var(--line);font-size:.92rem}
.site-bar p{margin:0;color:var(--soft);flex:1 1 14em}.site-bar nav{display:flex;flex-wrap:wrap;gap:6px 16px;margin-left:auto}.site-bar a{padding:4px 0}
@media (max-width:700px){.site-bar p{flex-basis:100%;order:3}}@media print{.site-bar{display:none}}`;

function bar({ back, says, links }: Surroundings): Markup {
  return html`<header class="site-bar">
    <a href="${back.href}">← ${back.label}</a>
    ${says && html`<p>${says}</p>`}
    <nav aria-label="Dossier">${links.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}</nav>
  </header>`;
}

/** Links to the documents of a completed run: pages first, then downloads. */
export function downloads(run: { id: string } & Parameters<typeof hasPortfolio>[0]): Markup {
  const base = `/account/runs/${run.id}`;
  return html`<div class="actions">
      <a class="button" href="${base}/dossier">Open the dossier</a>
      <a class="button quiet" href="${base}/dossier?format=pdf">Download PDF</a>
    </div>
    <p class="soft">
      Data: <a href="${base}/documents?name=findings">Findings (JSON)</a>,
      ${hasPortfolio(run) && html`<a href="${base}/documents?name=portfolio">Ranking (JSON)</a>,`}
      <a href="${base}/documents?name=all">Everything (zip)</a>
    </p>`;
}

/** Sends a bought dossier: the page, with links to the formats under `path`, or one format as a download. */
export function boughtDossierReply(
  { title, body }: NonNullable<Awaited<ReturnType<typeof boughtDossier>>>,
  format: BoughtFormat,
  { path, back, share }: { path: string; back: Surroundings['back']; share?: string },
): Reply {
  if (format === 'pdf') return pdfReply(body, title);
  if (format === 'certificate') return pdfReply(body, `Certificate of exclusivity, ${title}`);
  if (format === 'data') return { status: 200, headers: savedAs(title, 'zip'), body, type: 'application/zip' };
  if (format === 'json') return { status: 200, headers: savedAs(title, 'json'), body, type: 'application/json' };
  if (format === 'md') return { status: 200, headers: savedAs(title, 'md'), body, type: MARKDOWN };
  const links = [
    { href: `${path}?format=pdf`, label: 'PDF' },
    { href: `${path}?format=json`, label: 'Findings (JSON)' },
    ...(share ? [{ href: share, label: 'Share' }] : []),
  ];
  return dossierPage(body, { back, links });
}

/** Dossier of a bought opportunity, for buyers without an API key. */
export const boughtDossierPage = accountPage({
  path: '/account/opportunities/{id}',
  large: true,
  id: { prefix: 'opp', missing: 'opportunity_not_purchased' },
  query: Type.Object({ format: Type.Optional(Type.String({ maxLength: 8 })) }),

  async handle({ deps, session, id, query }) {
    const format = DOSSIER_FORMATS.find((one) => one === query.format) ?? 'html';
    for (const mode of MODES) {
      const bought = await boughtDossier(deps, { accountId: session.account.id, mode }, id, format);
      if (!bought) continue;
      const back = { href: '/account/purchases', label: 'Purchases' };
      const share = `/account/purchases/${bought.orderId}#sharing`;
      return boughtDossierReply(bought, format, { path: `/account/opportunities/${id}`, back, share });
    }
    throw new Failure('opportunity_not_purchased');
  },
});
