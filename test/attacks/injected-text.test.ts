import { request } from 'node:http';
import type { AnyRoute } from '../../http/endpoint';
import { createCustomer, createEvaluation, startApi, type Customer } from '../support/api';
import { csrfOf, signIn } from '../support/people';
import { allRoutes, exampleBody, nameOf, requestFor, type RequestParts } from '../support/routes';
import { clientOf } from '../support/shop';
import { createVictim, type Victim } from '../support/victim';
import { use, useDatabase, useProvider } from '../support/use';

// Text of strangers in statements, pages and addresses; derived from the tables of endpoints and pages.

const SQL = [
  `'; DROP TABLE runs; --`,
  `' OR '1'='1`,
  `\\'; SELECT pg_sleep(30); --`,
  `$1); DELETE FROM accounts; --`,
  `%' UNION SELECT hash FROM api_keys --`,
];

/** Becomes an element or an attribute wherever it is not escaped. */
const MARKUP = `"'><noi-needle onload=alert(1)><script>alert(1)</script>" onneedle="x`;
const UNESCAPED = /<noi-needle|<script>alert|" onneedle=/;

let customer: Customer;
let victim: Victim;
let cookie: string;
let csrf: string;
const db = useDatabase();
const provider = useProvider();
const api = use(() => startApi(db, { payments: clientOf(provider) }));
beforeAll(async () => {
  customer = await createCustomer(db, { credits: 200 });
  victim = await createVictim(api, db, 'live', MARKUP);
  cookie = await signIn(api, db, victim.email);
  csrf = await csrfOf(api, cookie);
});

const routes = allRoutes();
const named = (some: readonly AnyRoute[]) => some.map((route) => [nameOf(route), route] as const);

interface Answer {
  status: number;
  text: string;
  html: boolean;
}

async function ask(route: AnyRoute, parts: RequestParts, query: Record<string, string> = {}): Promise<Answer> {
  const { path, init } = requestFor(route, parts);
  const search = new URLSearchParams(query).toString();
  const response = await fetch(api.url + path + (search && (path.includes('?') ? '&' : '?') + search), init);
  const html = (response.headers.get('content-type') ?? '').includes('text/html');
  return { status: response.status, text: await response.text(), html };
}

/** Names of a schema's text fields, one level into lists. */
function textFields(schema: AnyRoute['body']): [name: string, list: boolean][] {
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, { type?: string; anyOf?: object[] }>);
  return fields.flatMap(([name, { type, anyOf }]): [string, boolean][] => {
    if (type === 'array') return [[name, true]];
    return type === 'string' || type === undefined || anyOf ? [[name, false]] : [];
  });
}

/** One request for each field of a body and of a query, with `text` in it. */
function attacks(route: AnyRoute, text: string): { body?: object; query?: Record<string, string> }[] {
  const example =
    route.body && route.bodyType !== 'raw'
      ? { ...exampleBody(route), ...('csrf' in exampleBody(route) && { csrf }) }
      : {};
  return [
    ...(route.bodyType === 'raw' ? [] : textFields(route.body)).map(([name, list]) => ({
      body: { ...example, [name]: list ? [text] : text },
    })),
    ...textFields(route.query).map(([name]) => ({ query: { [name]: text } })),
  ];
}

const withText = routes.filter((route) => attacks(route, 'x').length > 0);

test('there are routes that take text', () => {
  expect(withText.length).toBeGreaterThan(20);
});

test.each(named(withText))('%s never takes text for SQL', async (_, route) => {
  const sent = SQL.flatMap((text) => attacks(route, text));
  const answers = await Promise.all(
    sent.map(({ body, query }) => ask(route, { key: customer.apiKey, cookie, body }, query)),
  );
  // 503: not configured in this test.
  expect(
    answers.filter(({ status }) => status >= 500 && status !== 503).map(({ status, text }) => [status, text]),
  ).toEqual([]);
  expect(api.logged.filter((line) => /syntax error|"42601"|internal_error/.test(line))).toEqual([]);
});

test('text that looks like SQL is stored unchanged', async () => {
  for (const [index, text] of SQL.entries()) {
    const idea = `A weekly newsletter about ${text} for owners of old houses`;
    const { body, status } = await createEvaluation(api, customer, `sql-${index}`, { idea });
    expect(status).toBe(202);
    const run = await db.prisma.run.findUniqueOrThrow({ where: { id: body.runId } });
    expect(run.input).toMatchObject({ idea });
  }
  expect(await db.prisma.account.count()).toBeGreaterThan(1);
});

const pages = routes.filter(({ failsAs, method }) => failsAs === 'page' && method === 'GET');

test.each(named(pages))('%s shows what people wrote, and what its address says, as text', async (_, route) => {
  const ids = (route.id && victim.owned[route.id.prefix]) ?? [undefined];
  // Names that a page might read beyond those that it declares.
  const guesses = [
    'product',
    'return',
    'next',
    'email',
    'token',
    'order',
    'session_id',
    'q',
    'error',
    'kind',
    'cursor',
  ];
  const queries = [
    {},
    ...attacks(route, MARKUP).map(({ query }) => query!),
    ...guesses.map((name) => ({ [name]: MARKUP })),
  ];
  for (const id of ids) {
    const answers = await Promise.all(queries.map((query) => ask(route, { id, cookie }, query)));
    expect(answers.filter(({ html, text }) => html && UNESCAPED.test(text)).map(({ text }) => text)).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  }
});

test('a page shows the written text, escaped', async () => {
  const shown = await Promise.all(pages.filter(({ id }) => !id).map((route) => ask(route, { cookie })));
  expect(shown.some(({ text }) => text.includes('&lt;noi-needle'))).toBe(true);
});

// A form that sends nothing but its button has nothing to show.
const forms = routes.filter(
  ({ bodyType, body }) => bodyType === 'form' && Object.keys(body!.properties as object).length > 0,
);

test.each(named(forms))('%s shows what was sent to it as text', async (_, route) => {
  const answers = await Promise.all(attacks(route, MARKUP).map(({ body }) => ask(route, { cookie, body })));
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.filter(({ html, text }) => html && UNESCAPED.test(text)).map(({ text }) => text)).toEqual([]);
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
});

/** Sends a request with a forged Host, which `fetch` would overwrite. */
function withHost(path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (answer) => {
      const chunks: Buffer[] = [JSON.stringify(answer.headers)].map((text) => Buffer.from(text));
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(Buffer.concat(chunks).toString()));
    })
      .on('error', reject)
      .end();
  });
}

test.each(named(routes.filter(({ method }) => method === 'GET')))(
  '%s never names the host that a request claims',
  async (_, route) => {
    const { path, init } = requestFor(route, { key: customer.apiKey, cookie });
    const claims = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const answer = await withHost(path, { ...(init.headers as Record<string, string>), ...claims });
    expect(answer).not.toContain('evil.example');
  },
);

test.each(named(routes.filter(({ failsAs }) => failsAs === 'page' || failsAs === 'negotiated')))(
  '%s leads to no other site',
  async (_, route) => {
    const away = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example',
      'javascript:alert(1)',
    ];
    for (const to of away) {
      const query = Object.fromEntries(['return', 'returnPath', 'next', 'redirect', 'url'].map((name) => [name, to]));
      const { path, init } = requestFor(route, { cookie });
      // The rest is visible to signed-in users only.
      const example = route.body ? exampleBody(route) : null;
      const own = example && 'csrf' in example && route.path !== '/sign-out' && { csrf };
      const body = example && { ...example, returnPath: to, ...own };
      const answer = await fetch(
        `${api.url}${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`,
        {
          ...init,
          ...(body && { body: requestFor(route, { body }).init.body! }),
        },
      );
      const location = new URL(answer.headers.get('location') ?? '/', api.url);
      expect([api.url, provider.url]).toContain(location.origin);
      expect(await answer.text()).not.toMatch(/(href|action|src)="(https?:)?[/\\]{2}evil|href="javascript/i);
    }
  },
);

test.each(['//evil.example/', '/\\evil.example/', 'http://evil.example/', 'http://evil.example\\@x/'])(
  'the way to try a failed address %s again leads to no other site',
  async (target) => {
    const { port } = new URL(api.url);
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path: target, headers: { accept: 'text/html' } }, (answer) => {
        const parts: Buffer[] = [];
        answer
          .on('data', (part: Buffer) => void parts.push(part))
          .on('end', () => resolve(String(Buffer.concat(parts))));
      });
      sent.on('error', reject).end();
    });
    expect(text).not.toMatch(/href="[^"]*evil/);
  },
);
