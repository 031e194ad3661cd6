import { SOURCE_REL } from '../../documents/html/parts';
import { hasPortfolio } from '../../domain/run-kinds';
import { READ_DOSSIER } from '../../http/reply';
import type { Reply } from '../../http/endpoint';
import { html, type Fragment, type Markup } from '../../platform/html';

/** What our pages put around a dossier that is a page of its own. */
export interface Surroundings {
  /** Way back, at the left. */
  back: { href: string; label: string };
  /** A sentence beside it. */
  says?: Fragment;
  /** Links at the right: the first is the one that matters. */
  links: readonly { href: string; label: string }[];
}

/**
 * Reply with a dossier as the page: the document with a bar of ours above it. Its policy lets it run nothing, send
 * nothing and load nothing, because agents wrote its text; it may open sources and save files. `headers` come in addition.
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
 * Dossier with the bar, further elements of its head, and sources that open in tabs of their own, without opener and
 * referrer. Text and addresses of the document have neither a quotation mark nor a bracket that is not escaped, so that
 * each place is where the renderer put it.
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

/** Ways to the documents of a completed run: reading first, then what can be downloaded. */
export function downloads(run: { id: string } & Parameters<typeof hasPortfolio>[0]): Markup {
  const base = `/account/runs/${run.id}`;
  return html`<div class="actions">
    <a class="button" href="${base}/dossier">Read the dossier</a>
    <a class="button quiet" href="${base}/dossier?format=pdf">Dossier as PDF</a>
    <a class="button quiet" href="${base}/documents?name=findings">Findings (JSON)</a>
    ${hasPortfolio(run) && html`<a class="button quiet" href="${base}/documents?name=portfolio">Ranking (JSON)</a>`}
    <a class="button quiet" href="${base}/documents?name=all">Everything (zip)</a>
  </div>`;
}
