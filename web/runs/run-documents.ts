import { Type } from '@sinclair/typebox';
import { Failure } from '../../contracts/failures';
import { ARTIFACTS } from '../../contracts/runs';
import { hasPortfolio } from '../../domain/run-kinds';
import { titleOf } from '../../domain/run-title';
import { NO_STORE, savedAs } from '../../http/reply';
import type { Reply } from '../../http/endpoint';
import { completedRun, documentOf } from '../../commands/runs/find-run';
import { archiveOf } from '../../commands/runs/run-archive';
import { accountPage } from '../account/account-page';
import { anything } from '../page';
import { dossierPage } from './dossier-view';
import { RUN_ID, runOf } from './own-runs';

/** Dossier of a run of the account: the page that is read, or its PDF to save. */
export const runDossier = accountPage({
  path: '/account/runs/{id}/dossier',
  id: RUN_ID,
  large: true,
  query: Type.Object({ format: anything }),

  async handle({ deps, session, id, query: { format } }) {
    const run = await completedRun(deps, await runOf(deps, session, id), id);
    if (format === 'pdf') return pdfReply(await documentOf(deps, run, 'dossierPdf'), titleOf(run));
    return dossierPage(await documentOf(deps, run, 'dossierHtml'), {
      back: { href: `/account/runs/${id}`, label: 'The run' },
      links: [
        { href: `/account/runs/${id}/dossier?format=pdf`, label: 'PDF' },
        { href: `/account/runs/${id}/documents?name=findings`, label: 'JSON' },
        { href: `/account/runs/${id}#sharing`, label: 'Share' },
      ],
    });
  },
});

/** Downloads of a run of the account: findings, ranking, or all documents as a zip archive. */
export const runDocuments = accountPage({
  path: '/account/runs/{id}/documents',
  id: RUN_ID,
  large: true,
  query: Type.Object({ name: anything }),

  async handle({ deps, session, id, query: { name } }) {
    const run = await completedRun(deps, await runOf(deps, session, id), id);
    if (name === 'all') return attachment(await archiveOf(deps, run), 'application/zip', `${id}.zip`);
    if (name !== 'findings' && name !== 'portfolio') throw new Failure('artifact_unavailable');
    if (name === 'portfolio' && !hasPortfolio(run)) throw new Failure('portfolio_not_applicable');
    return attachment(await documentOf(deps, run, name), ARTIFACTS[name].contentType, `${name}-${id}.json`);
  },
});

/** Reply with a PDF to save, named by its title. */
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
