import { Type } from '@sinclair/typebox';
import { Failure } from '../../contracts/failures';
import { ARTIFACTS } from '../../contracts/runs';
import { hasPortfolio } from '../../domain/run-kinds';
import { dossierHeaders, NO_STORE } from '../../http/reply';
import type { Reply } from '../../http/endpoint';
import { completedRun, documentOf } from '../../commands/runs/find-run';
import { archiveOf } from '../../commands/runs/run-archive';
import { accountPage } from '../account/account-page';
import { framedDossier } from './dossier-frame';
import { RUN_ID, runOf } from './own-runs';

/** Dossier of a run of the account, as HTML or PDF. */
export const runDossier = accountPage({
  path: '/account/runs/{id}/dossier',
  id: RUN_ID,
  large: true,
  query: Type.Object({ format: Type.Optional(Type.Unsafe<unknown>({})) }),

  async handle({ deps, session, id, query: { format } }) {
    const run = await completedRun(deps, await runOf(deps, session, id), id);
    if (format !== 'pdf') return framedDossier(await documentOf(deps, run, 'dossierHtml'));
    return pdfReply(await documentOf(deps, run, 'dossierPdf'), `dossier-${id}`);
  },
});

/** Downloads of a run of the account: findings, ranking, or all documents as a zip archive. */
export const runDocuments = accountPage({
  path: '/account/runs/{id}/documents',
  id: RUN_ID,
  large: true,
  query: Type.Object({ name: Type.Optional(Type.Unsafe<unknown>({})) }),

  async handle({ deps, session, id, query: { name } }) {
    const run = await completedRun(deps, await runOf(deps, session, id), id);
    if (name === 'all') return attachment(await archiveOf(deps, run), 'application/zip', `${id}.zip`);
    if (name !== 'findings' && name !== 'portfolio') throw new Failure('artifact_unavailable');
    if (name === 'portfolio' && !hasPortfolio(run)) throw new Failure('portfolio_not_applicable');
    return attachment(await documentOf(deps, run, name), ARTIFACTS[name].contentType, `${name}-${id}.json`);
  },
});

/** Reply with a PDF to show in the browser. */
export function pdfReply(body: Buffer, fileName: string): Reply {
  return { status: 200, headers: dossierHeaders('pdf', fileName), body, type: ARTIFACTS.dossierPdf.contentType };
}

function attachment(body: Buffer, type: string, fileName: string): Reply {
  return {
    status: 200,
    type,
    body,
    headers: { ...NO_STORE, 'Content-Disposition': `attachment; filename="${fileName}"` },
  };
}
