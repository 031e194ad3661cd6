import { hasPortfolio } from '../../domain/run-kinds';
import { html, type Markup } from '../../platform/html';
import { SOURCE_REL } from '../../documents/html/parts';
import { FRAMED_DOSSIER } from '../../http/reply';
import type { Reply } from '../../http/endpoint';

/** Policy of pages that show a document in a frame. */
export const FRAME_POLICY = "frame-src 'self'";

/** Document in a frame of the page, with a link to it alone. It runs no scripts and reaches nothing of ours. */
export function dossierFrame(src: string, title: string): Markup {
  return html`<section class="dossier" aria-label="Dossier">
    <p class="soft"><a href="${src}">Open the dossier on a page of its own</a></p>
    <iframe
      src="${src}"
      title="Dossier: ${title}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
    ></iframe>
  </section>`;
}

/** Buttons that download the documents of a completed run. */
export function downloads(run: { id: string } & Parameters<typeof hasPortfolio>[0]): Markup {
  const base = `/account/runs/${run.id}`;
  return html`<div class="actions">
    <a class="button" href="${base}/dossier?format=pdf">Dossier as PDF</a>
    <a class="button quiet" href="${base}/documents?name=findings">Findings (JSON)</a>
    ${hasPortfolio(run) && html`<a class="button quiet" href="${base}/documents?name=portfolio">Ranking (JSON)</a>`}
    <a class="button quiet" href="${base}/documents?name=all">Everything (zip)</a>
  </div>`;
}

/** Reply with an HTML dossier for a frame, or for a page of its own; see {@link opensSourcesInTabs}. */
export function framedDossier(body: Buffer): Reply {
  return {
    status: 200,
    headers: FRAMED_DOSSIER,
    body: opensSourcesInTabs(body),
    type: 'text/html; charset=utf-8',
  };
}

/**
 * Dossier whose sources open in tabs of their own, without opener and referrer: a sandboxed frame can go nowhere itself.
 * Links within the document stay in it. Text and addresses of the document have no quotation mark that is not escaped.
 */
export function opensSourcesInTabs(dossier: Buffer): Buffer {
  return Buffer.from(dossier.toString().replaceAll(` ${SOURCE_REL}`, ` target="_blank" ${SOURCE_REL}`));
}
