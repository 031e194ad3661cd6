import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
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

/** Page at which `npm start` ends, for browsers on the same machine: a first run, addresses, keys to copy. */
export const localPage = page({
  method: 'GET',
  path: '/local',

  handle(request) {
    const ready = readReady(request);
    return show(
      layout({
        title: 'This machine',
        body: html`${pageHead({
          title: 'Everything runs on this machine',
          lead: 'No money moves, no e-mail leaves, and what agents hand in is a sample.',
        })}
        ${firstRun(ready)} ${addresses(ready)} ${keyList(ready)} ${commands()}`,
      }),
    );
  },
});

function firstRun({ account }: Ready): Markup {
  return html`<section class="panel">
    <h2>Your first run</h2>
    <form method="post" action="/local/run">
      <input type="hidden" name="idempotencyKey" value="${randomUUID()}" />
      ${textArea({
        name: 'idea',
        label: 'A newsletter idea',
        hint: 'It takes a few seconds. Watch it run, then read its dossier. Everything in it is invented.',
        value: IDEA,
        rows: 3,
        required: true,
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
      })}
      <button type="submit">Research this idea</button>
    </form>
    <form method="post" action="/local/sign-in">
      <p class="soft">
        Runs belong to ${account.email}, who has credits of both kinds.
        <button class="quiet small" type="submit">Sign in as ${account.email}</button>
      </p>
    </form>
  </section>`;
}

function addresses({ mail, agents, payments, temporalWeb, traces, metrics }: Ready): Markup {
  const product: Place[] = [
    ['/', 'Front page', 'what a visitor sees first'],
    ['/opportunities', 'Opportunities', 'the catalog: buy one, and pay with a pretend card'],
    ['/buy', 'Research credits', 'buy a run and start it from your account'],
    ['/scan', 'Free scan', 'ask for one, then confirm it in the inbox'],
    ['/account', 'Account', 'runs, purchases, keys, webhooks'],
    ['/developers', 'Developers', 'first request, webhooks, errors'],
    ['/docs', 'API reference', 'every endpoint, searchable, with requests to paste'],
  ];
  const around: Place[] = [
    [`${mail}/inbox`, 'Inbox', 'every e-mail that the product sends'],
    [payments, 'Payments', 'checkouts of the payment stand-in, to pay or decline'],
    [agents, 'Agents', 'sessions of the agent stand-in'],
    [temporalWeb, 'Temporal Web', 'each workflow, step by step'],
    [traces, 'Traces', 'requests and their steps in time'],
    [`${metrics.api}/metrics`, 'Metrics of the API', 'for Prometheus'],
    [`${metrics.worker}/metrics`, 'Metrics of the worker', 'for Prometheus'],
    ['/health/ready', 'Health', 'what a load balancer asks'],
  ];
  return html`<h2>The product</h2>
    ${places(product)}
    <h2>Around it</h2>
    ${places(around)}`;
}

type Place = readonly [href: string | null, name: string, what: string];

function places(list: readonly Place[]): Markup {
  return html`<ul>
    ${list.map(([href, name, what]) => href && html`<li><a href="${href}">${name}</a>: ${what}</li>`)}
  </ul>`;
}

function keyList({ keys: { live, test }, account }: Ready): Markup {
  return html`<h2>Keys</h2>
    <p>Both belong to ${account.email} and have every scope.</p>
    ${copied('live-key', live, 'Live key: starts runs and buys.')}
    ${copied('test-key', test, 'Test key: buys in test mode and plays runs at /v1/sandbox; live runs need a live key.')}`;
}

function commands(): Markup {
  return html`<h2>In a terminal</h2>
    ${copied('demo', 'npm run demo', 'Researches an idea and saves its dossier as files.')}
    ${copied('admin', 'npm run admin -- --help', "The operators' commands.")}
    ${copied('events', 'PRODUCT_EVENTS=on npm start', 'Starts with product events, which a webhook endpoint can subscribe to then.')}
    ${copied('fresh', 'npm start -- --fresh', 'Starts again with empty data.')}`;
}

function copied(id: string, code: string, what: Fragment): Markup {
  return html`<p>${what}</p>
    ${codeBlock(id, code)}`;
}

interface Visitor {
  deps: ApiDeps;
  address: string;
  header(name: string): string;
  cookie(name: string): string | null;
}

/** Signs this browser in as the seeded account. */
export const signInHere = page({
  method: 'POST',
  path: '/local/sign-in',
  form: Type.Object({}),

  handle: (request) => signedIn(request, readReady(request).account.id, '/account'),
});

/** Starts a run with the seeded live key, as the API would, and opens its page in the seeded account. */
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

/** Parts of ready.json that /local shows (docs/interface.md, Local stand-ins). */
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
 * Reads ready.json for a browser on this machine. The name in `Host` counts too: a page of another site whose name was
 * made to point here (DNS rebinding) could otherwise read the keys.
 *
 * @throws Failure `not_found` where the page is switched off, for other machines, and while ready.json is not written
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
