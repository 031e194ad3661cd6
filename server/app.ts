import { Router } from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { allEndpoints } from '../api/endpoints/table';
import { Failure } from '../base/failures';
import { watchOutage } from '../base/log';
import type { ApiDeps } from '../http/deps';
import type { AnyRoute } from '../http/endpoint';
import { answerFailures } from '../http/middleware/answer-failures';
import { createInFlight, holdSlot, withoutSlot, answerInTime, type InFlight } from '../http/middleware/answer-in-time';
import { answerRequest } from '../http/middleware/answer-request';
import { admitAnyone, admitSigned, admitUncounted, authenticate, authorize } from '../http/middleware/authenticate';
import {
  holdDownload,
  refuseForeignSites,
  requireService,
  refuseRepeatedHeaders,
} from '../http/middleware/guard-request';
import { limitEndpoint } from '../http/middleware/limit-requests';
import { readForm, readJson, readSigned } from '../http/middleware/read-body';
import {
  countUsage,
  identifyRequest,
  keepRequest,
  logRequest,
  measureRequests,
  traceRequest,
} from '../http/middleware/record-request';
import { announceRetirement, compressAnswer, discardUnread, secureAnswer } from '../http/middleware/shape-answer';
import type { Middleware } from '../http/state';
import { requireWrites } from '../prisma/client';
import { failurePage } from '../web/failure-page';
import { routesOf } from './routes';

/** Koa application with the API and its pages. All dependencies are injected; it opens no connections or ports. */
export function createApp(deps: ApiDeps, endpoints = allEndpoints(deps.settings.publicUrl, deps.settings)): Koa {
  const app = new Koa();
  // Our middleware logs failures. Koa would log only dropped connections in addition.
  app.silent = true;
  const routers = new Map<string, Router>();
  const routes = routesOf(endpoints, () => app.callback());
  const { maxInFlight } = deps.settings;
  const onShed = () => deps.metrics.add('noi_http_shed_total', {});
  // Signed provider events have separate slots, so that they and other requests cannot starve each other.
  const [slots, signed] = [createInFlight(maxInFlight, onShed), createInFlight(Math.ceil(maxInFlight / 4), onShed)];
  for (const route of routes) {
    const path = route.path.replaceAll('{id}', ':id');
    const area = areaOf(path);
    if (area.includes(':')) throw new Error(`${route.path} has a parameter where its area is`);
    const router = routers.get(area) ?? new Router({ sensitive: true, strict: true });
    routers.set(area, router);
    // Composes the steps only once. The router would compose them on every request.
    router.register(
      path,
      [route.method],
      compose(routeMiddleware(route, deps, route.signedBy ? signed : slots)) as never,
    );
  }
  const database = watchOutage(deps.log, 'PostgreSQL', () => requireWrites(deps.db));
  const chain: Middleware[] = [
    discardUnread(),
    identifyRequest(deps.settings.trustedHops),
    ...(deps.traced ? [traceRequest()] : []),
    secureAnswer(deps.settings.publicUrl),
    compressAnswer(),
    measureRequests(deps.metrics),
    logRequest(deps.log, deps.settings),
    keepRequest(deps.usage),
    answerFailures(deps, database, routes, failurePage),
    answerInTime(),
  ];
  for (const middleware of chain) app.use(middleware as never);
  app.use(routeByArea(routers) as never);
  app.use(refuseUnknown(routes, deps) as never);
  return app;
}

/** Maximum number of counted segments, so that a path with thousands of segments costs no more than a short one. */
const MOST_SEGMENTS = 10;

/** Area of a path: its first segment (first two below `v1`) and its number of segments. Excludes parameters. */
function areaOf(path: string): string {
  const segments = path.split('/', MOST_SEGMENTS);
  const [, first, second] = segments;
  const area = first === 'v1' ? `v1/${second}` : first;
  return `${area}/${segments.length}`;
}

// Routes by area. A router tries its paths one by one, so a single router would take 10% of the time of a poll.
function routeByArea(routers: ReadonlyMap<string, Router>): Middleware {
  const middleware = new Map([...routers].map(([area, router]) => [area, router.routes() as unknown as Middleware]));
  return (ctx, next) => (middleware.get(areaOf(ctx.path)) ?? passOn)(ctx, next);
}

const passOn: Middleware = (_, next) => next() as Promise<void>;

// Scripts from any site may read these responses, but without cookies (Fetch standard, CORS protocol).
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Deprecation, ETag, Link, Retry-After, Sunset, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Middleware of one route, in the order of docs/interface/requests.md#order-of-checks. The handler comes last. */
function routeMiddleware(route: AnyRoute, deps: ApiDeps, slots: InFlight): Middleware[] {
  const steps: Middleware[] = [
    (ctx, next) => {
      ctx.state.route = route;
      if (route.anyOrigin) ctx.set(ANY_ORIGIN);
      return next() as Promise<void>;
    },
    ...announceRetirement(route, deps.settings.publicUrl),
    // Precedes authentication, because MCP requires that requests with a foreign Origin are always rejected.
    ...(route.mcp ? [refuseForeignSites(deps.settings.publicUrl, route)] : []),
    ...admission(route, deps, slots),
  ];
  if (route.auth.type === 'key') steps.push(authorize(deps, route.auth, route));
  if (route.limit) steps.push(limitEndpoint(deps.limiters, route.limit));
  if (route.large) steps.push(holdDownload(deps.downloads));
  if (route.needs) steps.push(requireService(route.needs, deps));
  if (route.bodyType === 'form') steps.push(refuseForeignSites(deps.settings.publicUrl, route));
  steps.push(...refuseRepeatedHeaders(route));
  const read = bodyReader(route);
  if (read) steps.push(withoutSlot(slots, read));
  steps.push(answerRequest(route, deps));
  return steps;
}

/** Load shedding, rate limits and authentication, which precede all other checks. */
function admission(route: AnyRoute, deps: ApiDeps, slots: InFlight): Middleware[] {
  if (route.uncounted) return [admitUncounted(deps)];
  const slot = holdSlot(slots);
  if (route.signedBy) return [slot, admitSigned(deps, route.signedBy)];
  const admit = route.auth.type === 'key' ? authenticate(deps, route) : admitAnyone(deps);
  return route.responses ? [slot, countUsage(deps.usage, route), admit] : [slot, admit];
}

function bodyReader({ body, bodyType, maxBodyBytes, signedBy }: AnyRoute): Middleware | null {
  if (bodyType === 'form') return readForm();
  if (bodyType === 'raw') return readSigned(signedBy ?? []);
  return body ? readJson(maxBodyBytes) : null;
}

/** Responds with 404 to unknown paths, and with 405 and `Allow` to unknown methods of known paths. */
function refuseUnknown(routes: readonly AnyRoute[], deps: ApiDeps): Middleware {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '[^/]+')}$`),
    allow: routes
      .filter((route) => route.path === path)
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      .join(', '),
  }));
  const admit = admitAnyone(deps);
  return (ctx) =>
    admit(ctx, () => {
      const known = paths.find(({ pattern }) => pattern.test(ctx.path));
      if (known) throw new Failure('method_not_allowed', { headers: { Allow: known.allow } });
      throw new Failure('not_found');
    });
}
