import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { isLoopbackAddress, isLoopbackName } from '../../base/public-deployment';
import { newSession, readSession } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { hashApiKey } from '../../modules/accounts/contract';
import { findCaller } from '../../modules/accounts/store/callers';
import { signInLocally } from '../../modules/accounts/store/sessions';
import { fingerprint } from '../../modules/outbox/store/claims';
import { EvaluationCreate } from '../../modules/run-kinds/contract';
import { startRun } from '../../modules/runs/use-cases/start-run';
import { codeBlock } from '../components/code';
import { textArea } from '../components/form';
import { pageHead } from '../components/frame';
import { layout } from '../layout';
import { page, show, seeOther } from '../page';

const { minLength, maxLength } = EvaluationCreate.properties.idea;
const IDEA = 'A weekly letter on heat pump policy for installers in small towns';

/** Page that `npm start` links to, for browsers on the same machine: a first run, the URLs and the keys. */
export const localPage = page({
  method: 'GET',
  path: '/local',

  handle(request) {
    const ready = readReady(request);
    return show(
      layout({
        title: 'Your local copy',
        body: html`${pageHead({
          title: 'Your local copy',
          lead: 'Everything runs on this machine. No money moves, no email leaves it, and all research is invented.',
        })}
        ${firstRun(ready)} ${addresses(ready)} ${keyList(ready)} ${commands()}`,
      }),
    );
  },
});

function firstRun({ account }: Ready): Markup {
  return html`<section class="panel">
    <h2>Start here: check a newsletter idea</h2>
    <form method="post" action="/local/run">
      <input type="hidden" name="idempotencyKey" value="${randomUUID()}" />
      ${textArea({
        name: 'idea',
        label: 'A newsletter idea',
        hint: 'Watch the research live, then read the dossier. It takes a few seconds.',
        value: IDEA,
        rows: 2,
        required: true,
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
      })}
      <button type="submit">Check this idea</button>
    </form>
    <form method="post" action="/local/sign-in">
      <p class="soft">
        Or look at an account that has credits:
        <button class="quiet small" type="submit">Sign in as ${account.email}</button>
      </p>
    </form>
  </section>`;
}

function addresses({ mail, agents, payments, temporalWeb, traces, metrics }: Ready): Markup {
  const product: Place[] = [
    ['/', 'Front page', 'what a visitor sees first'],
    ['/opportunities', 'Catalog', 'buy an opportunity with a pretend card'],
    ['/buy', 'Buy research', 'a credit for your own idea'],
    ['/scan', 'Free scan', 'confirm it in the inbox'],
    ['/developers', 'Developers', 'your first request in minutes'],
    ['/docs', 'API reference', 'every endpoint, with requests to paste'],
  ];
  const around: Place[] = [
    [`${mail}/inbox`, 'Inbox', 'every email that the product sends'],
    [payments, 'Checkouts', 'pay or decline them'],
    [temporalWeb, 'Temporal Web', 'each workflow, step by step'],
    [agents, 'Agent sessions', 'what the pretend research agents do'],
    [traces, 'Traces', 'each request and its steps in time'],
    [`${metrics.api}/metrics`, 'API metrics', 'for Prometheus'],
    [`${metrics.worker}/metrics`, 'Worker metrics', 'for Prometheus'],
    ['/health/ready', 'Health', 'what a load balancer asks'],
  ];
  return html`<div class="sides">
    <section>
      <h2>Try the product</h2>
      ${places(product)}
    </section>
    <section>
      <h2>Look behind it</h2>
      ${places(around)}
    </section>
  </div>`;
}

type Place = readonly [href: string | null, name: string, what: string];

function places(list: readonly Place[]): Markup {
  return html`<ul>
    ${list.map(([href, name, what]) => href && html`<li><a href="${href}">${name}</a>: ${what}</li>`)}
  </ul>`;
}

function keyList({ keys: { live, test }, account }: Ready): Markup {
  return html`<h2>API keys</h2>
    <p>Both belong to ${account.email} and have every scope.</p>
    ${codeBlock('test-key', test, '', html`<strong>Test key:</strong> gets sample results in the sandbox, free.`)}
    ${codeBlock('live-key', live, '', html`<strong>Live key:</strong> starts research with credits and buys.`)}`;
}

function commands(): Markup {
  return html`<h2>In a terminal</h2>
    ${codeBlock('demo', 'npm run demo', '', 'Check an idea and save its dossier as files')}
    ${codeBlock('fresh', 'npm start -- --fresh', '', 'Start again with empty data')}
    ${codeBlock('admin', 'npm run admin -- --help', '', 'See the commands of operators')} `;
}

interface Visitor {
  deps: ApiDeps;
  address: string;
  header(name: string): string;
  cookie(name: string): string | null;
}

/** Signs this browser in to the seeded account. */
export const signInHere = page({
  method: 'POST',
  path: '/local/sign-in',
  form: Type.Object({}),

  handle: (request) => signedIn(request, readReady(request).account.id, '/account'),
});

/** Starts a run with the seeded live key, as an API request would, and opens the run's page. */
export const runHere = page({
  method: 'POST',
  path: '/local/run',
  form: Type.Object({ idea: EvaluationCreate.properties.idea, idempotencyKey: Type.String({ format: 'uuid' }) }),

  async handle(request) {
    const { deps, body } = request;
    const { keys, account } = readReady(request);
    const caller = await findCaller(deps.db, hashApiKey(keys.live));
    if (!caller) throw new Failure('invalid_api_key');
    const input = { idea: body.idea };
    const claim = {
      accountId: caller.accountId,
      mode: caller.mode,
      operation: 'POST /local/run',
      key: body.idempotencyKey,
      fingerprint: fingerprint(input),
    };
    const { value } = await startRun(deps, { claim, owner: caller, kind: 'idea_check', input });
    return signedIn(request, account.id, `/account/runs/${value.runId}`);
  },
});

async function signedIn(request: Visitor, accountId: string, path: string): Promise<Reply> {
  const session = await readSession(request);
  if (session?.account.id === accountId) return seeOther(path);
  const opened = newSession(request);
  await signInLocally(request.deps.db, accountId, opened.session);
  return seeOther(path, opened.headers);
}

/** Parts of ready.json shown on /local (stand-ins/README.md). */
export interface Ready {
  mail: string;
  agents: string;
  payments: string;
  temporalWeb: string | null;
  traces: string | null;
  metrics: { api: string; worker: string };
  keys: { live: string; test: string };
  account: { id: string; email: string };
}

/**
 * Reads ready.json for a browser on this machine. Also checks `Host`, because another site could otherwise read the
 * keys through DNS rebinding. @throws Failure `not_found` if the page is disabled, the request comes from another
 * machine, or ready.json does not exist yet
 */
function readReady(request: { deps: ApiDeps; address: string; header(name: string): string }): Ready {
  const path = request.deps.settings.localReadyFile;
  if (!path || !isLoopbackAddress(request.address) || !isOwnHost(request.header('host')))
    throw new Failure('not_found');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Ready;
  } catch (cause) {
    throw new Failure('not_found', { cause });
  }
}

function isOwnHost(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopbackName(new URL(url).hostname);
}
