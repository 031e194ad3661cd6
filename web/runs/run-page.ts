import { Type } from '@sinclair/typebox';
import { Failure } from '../../contracts/failures';
import { RUN } from '../../domain/runs';
import { titleOf } from '../../domain/run-title';
import { html } from '../../platform/html';
import { cancelOwnRun } from '../../commands/runs/cancel-run';
import { accountForm, accountPage, accountReply } from '../account/account-page';
import { seeOther } from '../page';
import { liveScript } from './live-script';
import { RUN_ID, runOf } from './own-runs';
import { runBody } from './run-body';

const PATH = '/account/runs/{id}';
/** Interval at which a browser without scripts reloads. */
const REFRESH_S = 5;

/** One run of the account: live while it is under way, then its dossier or what went wrong. */
export const runPage = accountPage({
  path: PATH,
  id: RUN_ID,

  async handle({ deps, session, id }) {
    const run = await runOf(deps, session, id);
    const live = !RUN.isTerminal(run.status);
    const body = await runBody(deps, session, run);
    return accountReply(
      session,
      {
        current: '/account/runs',
        title: titleOf(run),
        heading: null,
        scripts: live ? [liveScript.href] : [],
        head: live && html`<noscript><meta http-equiv="refresh" content="${REFRESH_S}" /></noscript>`,
        body: live
          ? html`<p class="visually-hidden" role="status" data-live-status></p>
              <div data-live="/account/runs/${run.id}/events">${body}</div>`
          : body,
      },
      { loads: live ? ["connect-src 'self'"] : [] },
    );
  },
});

/** Cancels a run of the account. One that ended meanwhile shows how. */
export const cancelRunForm = accountForm({
  path: `${PATH}/cancel`,
  id: RUN_ID,
  accountLimit: 'runCancel',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    const { accountId, mode, status } = await runOf(deps, session, id);
    if (!RUN.isTerminal(status)) await cancelUnlessEnded(deps, { accountId, mode }, id);
    return seeOther(`/account/runs/${id}`);
  },
});

async function cancelUnlessEnded(...request: Parameters<typeof cancelOwnRun>): Promise<void> {
  try {
    await cancelOwnRun(...request);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'run_already_finished')) throw error;
  }
}
