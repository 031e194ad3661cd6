import { randomUUID } from 'node:crypto';
import type { AnyRoute } from '../../http/endpoint';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { recordEvidence } from '../../modules/runs/store/evidence';
import { readResearchFigures } from '../../modules/runs/store/figures';
import { MOST_PAGE_BYTES, wireBytes } from '../support/answers';
import { call, createCustomer, createEvaluation, createWebhook, IDEA, startApi } from '../support/api';
import { createContributor } from '../support/contributors';
import { mailedToken, signIn, useSignedIn } from '../support/people';
import { allRoutes, pagePaths } from '../support/routes';
import { complete } from '../support/runs';
import { useApi, useSellingApi } from '../support/use';
import { createVictim } from '../support/victim';

const { db, api } = useApi();
const open = (path: string, of = api) => call(of, 'GET', path, { headers: { accept: 'text/html' } });
const read = async (path: string, of = api) => (await open(path, of)).text;

test('shows research figures of completed live runs, from twenty runs on', async () => {
  const judged = { supported: null, partly: null, unsupported: null };
  const researched = async () => {
    const { runId } = (await createEvaluation(api, await createCustomer(db, { credits: 1 }), randomUUID())).body;
    await recordEvidence(db, runId, { cited: 10, verified: 9, ...judged });
    await complete(db, runId, sampleFindings);
    return runId;
  };
  const page = async () => {
    // Start another API, because a process caches its figures briefly.
    const fresh = await startApi(db);
    return read('/how-we-research', fresh).finally(() => fresh.close());
  };
  for (let i = 0; i < 19; i++) await researched();
  await db.pool.query(`UPDATE runs SET mode = 'test', cost_micros = 0 WHERE id = $1`, [await researched()]);
  expect(await page()).not.toContain('Measured');
  await researched();
  expect(await readResearchFigures(db)).toMatchObject([{ runs: 20, checked: { cited: 200, verified: 180 } }]);
  expect(await page()).toMatch(/Quotes found on their pages<\/dt>\s*<dd class="figure">90%/);
});

test('keeps every page within 100 kB over the wire, without typefaces', async () => {
  const { email, owned } = await createVictim(api, db, 'live');
  const cookie = await signIn(api, db, email);
  const paths = pagePaths(owned).filter((path) => !/^\/(docs\/try|local|checkout)|\?/.test(path));
  expect(paths.length).toBeGreaterThan(50);
  const heavy: unknown[] = [];
  for (const path of paths) {
    const bytes = await wireBytes(api, path, cookie);
    if (bytes > MOST_PAGE_BYTES) heavy.push([path, bytes]);
  }
  expect(heavy).toEqual([]);
});

test('never shows a buyer what the research cost us', async () => {
  const { email, owned } = await createVictim(api, db, 'live');
  const cookie = await signIn(api, db, email);
  await db.pool.query('UPDATE runs SET cost_micros = 98765432, reserved_cents = 9877');
  await db.pool.query('UPDATE accounts SET monthly_budget_cents = 20000');
  const seen = await Promise.all(
    pagePaths(owned).map(async (path) => {
      const { text } = await call(api, 'GET', path, { headers: { accept: 'text/html', cookie } });
      return /98[.,]?7\d|Cost of the research/.exec(text.replace(/(?:run|ent|ord|[a-z]{3})_\w+/g, ''))?.[0];
    }),
  );
  expect(seen.filter(Boolean)).toEqual([]);
});

describe('each form that a person fills in', () => {
  // Passkeys need a host name.
  const shop = useSellingApi({ settings: { publicUrl: 'http://localhost' } });
  const { customer, send } = useSignedIn(shop);

  /** Hidden fields, and fields in which every choice is valid. */
  const NOT_TYPED =
    /^(csrf|token|returnPath|asked|idempotencyKey|kind|enabled|order|product|quantity|opportunityId|passkey|stepUp\w+|(?!related)\w+Id|grace|days|endShares)$/;
  const typed = ({ body }: AnyRoute) => Object.keys(body?.properties ?? {}).filter((name) => !NOT_TYPED.test(name));

  interface Form {
    good: Record<string, string>;
    /** Fields that must not be empty. */
    needs: string[];
    wrong: Record<string, string>;
    hidden?: Record<string, string>;
  }
  const long = 'x'.repeat(70_000 / 2);
  const idempotencyKey = 'a-form-of-a-test';
  const email = 'reader@example.com';
  const FORMS: Record<string, Form> = {
    '/scan': { good: { idea: IDEA, email }, needs: ['idea', 'email'], wrong: { idea: 'short', email: 'no' } },
    '/scan/start': { good: { idea: IDEA }, needs: ['idea'], wrong: { idea: 'short' } },
    '/support': {
      good: { email, subject: 'My dossier', message: 'The second page of it is empty.', relatedId: 'run_1' },
      needs: ['email', 'subject', 'message'],
      wrong: { email: 'no', subject: 'a', message: long, relatedId: 'run 1!' },
    },
    '/sign-in': { good: { email }, needs: ['email'], wrong: { email: 'no' } },
    '/sign-in/password': {
      good: { email, password: 'a wrong one of mine' },
      needs: ['email'],
      wrong: { email: 'no', password: 'p'.repeat(129) },
      hidden: { asked: 'yes' },
    },
    '/forgot-password': { good: { email }, needs: ['email'], wrong: { email: 'no' } },
    '/reset-password': { good: {}, needs: ['newPassword'], wrong: { newPassword: 'tooshort' } },
    '/account/keys': {
      good: { name: 'Nightly job', mode: 'test', expiresIn: '30d', preset: 'runs' },
      needs: ['name', 'mode', 'expiresIn'],
      wrong: { name: 'x'.repeat(81), mode: 'both', expiresIn: 'soon', scopes: 'admin:review' },
    },
    '/account/passkeys': {
      good: { name: 'Phone' },
      needs: ['name'],
      wrong: { name: 'x'.repeat(61) },
      hidden: { passkey: '{}' },
    },
    '/account/webhooks': {
      good: { url: 'https://hooks.example.com/a', description: 'Staging', eventTypes: 'webhook.test' },
      needs: ['url', 'eventTypes'],
      wrong: { url: 'no address', description: 'x'.repeat(201) },
      hidden: { idempotencyKey },
    },
    '/account/webhooks/{id}': {
      good: { url: 'https://hooks.example.com/a', description: 'Staging', eventTypes: 'webhook.test' },
      needs: ['url', 'eventTypes'],
      wrong: { url: 'no address', description: 'x'.repeat(201) },
    },
    '/account/webhooks/{id}/replay': {
      good: { since: '2026-11-20T10:00', until: '2026-11-20T11:00' },
      needs: ['since', 'until'],
      wrong: { since: 'yesterday', until: 'tomorrow' },
    },
    '/account/data/erase': { good: {}, needs: ['email'], wrong: { email: 'somebody@example.com' } },
    '/account/earnings/confirm': { good: {}, needs: ['amount'], wrong: { amount: '9.99' } },
    '/account/runs/new?kind=idea_check': {
      good: { idea: IDEA, audience: 'Owners', geography: 'Germany' },
      needs: ['idea'],
      wrong: { idea: 'short', audience: 'x'.repeat(501), geography: 'x'.repeat(501), language: 'xx' },
      hidden: { idempotencyKey, kind: 'idea_check' },
    },
    '/account/runs/new?kind=custom_search': {
      good: { operatorProfile: 'A plumber with evenings free', expertise: 'Pumps' },
      needs: ['operatorProfile', 'expertise'],
      wrong: { operatorProfile: 'short', expertise: `Pumps\n${long}`, candidateCount: 'many' },
      hidden: { idempotencyKey, kind: 'custom_search' },
    },
    '/checkout/start': {
      good: { immediateAccessConsent: 'true', withdrawalLossAcknowledgment: 'true' },
      needs: ['immediateAccessConsent', 'withdrawalLossAcknowledgment'],
      wrong: { immediateAccessConsent: 'no' },
      hidden: { product: 'idea_check', quantity: '1', idempotencyKey },
    },
  };
  const OTHERS = /\/account\/(passkeys\/rename|earnings\/withdraw)$/;

  /** Select fields. A redisplayed form shows only their valid options, so an invalid value is not shown again. */
  const CHOICES = new Set(['mode', 'expiresIn', 'language', 'scopes', 'immediateAccessConsent']);

  const filledIn = () =>
    allRoutes()
      .filter(({ method, bodyType, path }) => method === 'POST' && bodyType === 'form' && !path.startsWith('/local'))
      .filter((route) => typed(route).length > 0);

  test('is covered by this test', () => {
    const known = new Set(Object.keys(FORMS).map((path) => path.split('?')[0]));
    const missing = filledIn().filter(
      ({ path }) => !known.has(path) && !OTHERS.test(path) && !path.startsWith('/local'),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
    for (const route of filledIn()) expect([route.path, typeof route.redisplayForm]).toEqual([route.path, 'function']);
  });

  /** The error links of a rejected form, in order, and those whose field is not marked as invalid. */
  function refusedForm(text: string) {
    const summary = /<div class="errors"[^]*?<\/div>/.exec(text)?.[0] ?? '';
    const links = [...summary.matchAll(/href="#([\w-]+)">([^<]+)/g)].map(([, id, words]) => ({
      id: id!,
      words: words!,
    }));
    const isMarked = (id: string) => {
      const from = text.slice(text.indexOf(`id="${id}"`));
      const tag = from.slice(0, from.indexOf('</label>') + 1 || undefined).slice(0, 4_000);
      return text.includes(`id="${id}-error"`) && /aria-invalid="true"/.test(tag) && tag.includes(`${id}-error`);
    };
    return {
      links,
      unmarked: links.filter(({ id }) => !isMarked(id)),
      words: links.map(({ words }) => words).join(' '),
    };
  }

  test.each(Object.entries(FORMS))('%s shows what was entered, and how to fix each error', async (path, form) => {
    await createContributor(shop.db, { of: customer });
    const { body: hook } = await createWebhook(shop.api, customer, `hook-${path}`);
    const token = (await mailedToken(shop.api, shop.db, 'password_reset', customer.email))!;
    const at = path.split('?')[0]!.replace('{id}', hook.webhookId);
    const { good, needs, wrong, hidden } = form;
    const cases: [fields: Record<string, string>, flawed: string[]][] = [
      [{}, needs],
      ...Object.keys(wrong).map((name): [Record<string, string>, string[]] => [
        { ...good, [name]: wrong[name]! },
        [name],
      ]),
      ...(Object.keys(wrong).length > 1 ? [[{ ...good, ...wrong }, Object.keys(wrong)] as (typeof cases)[number]] : []),
    ];
    for (const [fields, flawed] of cases) {
      const { status, text } = await send(at, { ...hidden, token, ...fields });
      const { links, unmarked, words } = refusedForm(text);
      expect([status, fields, links.map(({ id }) => id)]).toEqual([400, fields, flawed]);
      expect([text.includes('<title>Error: '), unmarked]).toEqual([true, []]);
      expect(words).not.toMatch(/must |is required|characters|not valid|undefined/);
      const lost = Object.entries(fields).filter(([name, value]) => !CHOICES.has(name) && !text.includes(value));
      expect(lost.filter(([name]) => !/password/i.test(name))).toEqual([]);
      const secrets = Object.entries(fields).filter(([name]) => /password/i.test(name));
      expect(secrets.filter(([, value]) => text.includes(value))).toEqual([]);
    }
  });
});
