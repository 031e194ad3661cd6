import { Router } from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { Failure } from '../contracts/failures';
import type { ApiDeps } from './deps';
import type { AnyRoute } from './endpoint';
import { allEndpoints } from './endpoints/table';
import { answerFailures } from './middleware/answer-failures';
import { answerRequest } from './middleware/answer-request';
import { authenticate, authorize } from './middleware/authenticate';
import { countUsage } from './middleware/count-usage';
import { identifyRequest } from './middleware/identify-request';
import { limitAddress, limitCaller, limitPlatform } from './middleware/limit-requests';
import { logRequest } from './middleware/log-request';
import { readForm, readJson, readRaw } from './middleware/read-body';
import { refuseForeignForms } from './middleware/refuse-foreign-forms';
import { requireService } from './middleware/require-service';
import { secureAnswer } from './middleware/secure-answer';
import { allPages } from './pages/table';
import type { Middleware } from './state';

/** The API as a Koa application. Everything that it needs comes in through `deps`; it opens and listens to nothing. */
export function createApp(deps: ApiDeps): Koa {
  const app = new Koa({ proxy: deps.settings.trustProxy });
  // Failures are answered and logged by our own middleware; what Koa would print besides are dropped connections.
  app.silent = true;
  const router = new Router();
  const routes = [...allEndpoints(deps.settings.publicUrl), ...allPages];
  for (const route of routes) {
    const path = route.path.replaceAll('{id}', ':id');
    // Composed once: the router would compose what it is given for every request.
    router.register(path, [route.method], compose(stepsOf(route, deps)) as never);
  }
  const chain: Middleware[] = [
    identifyRequest(),
    secureAnswer(deps.settings.publicUrl),
    logRequest(deps.log),
    answerFailures(deps.settings.publicUrl, deps.log),
  ];
  for (const middleware of chain) app.use(middleware as never);
  app.use(router.routes() as never);
  app.use(refuseUnknown(routes, deps) as never);
  return app;
}

/** The checks of one route, in the order of contract.md ("Order of checks"), and its handler. */
function stepsOf(route: AnyRoute, deps: ApiDeps): Middleware[] {
  const { limiters, keyring } = deps;
  const steps: Middleware[] = [
    (ctx, next) => {
      ctx.state.route = route;
      return next() as Promise<void>;
    },
    limitPlatform(limiters),
  ];
  if (route.auth.type === 'key') {
    steps.push(
      authenticate(keyring, limiters),
      countUsage(deps.usage, route),
      limitCaller(limiters, route),
      authorize(route.auth),
    );
  } else if (!UNCOUNTED.test(route.path)) {
    steps.push(limitAddress(limiters, route));
  }
  if (route.needs) steps.push(requireService(route.needs, deps));
  if (route.bodyType === 'form') steps.push(refuseForeignForms(deps.settings.publicUrl), readForm());
  else if (route.bodyType === 'raw') steps.push(readRaw());
  else if (route.body) steps.push(readJson(route.maxBodyBytes));
  steps.push(answerRequest(route, deps));
  return steps;
}

// Health checks, and webhooks: their senders are few addresses that must never be turned away for being busy.
const UNCOUNTED = /^\/(health|webhooks\/)/;

/** 404 for a path that nothing answers, 405 with `Allow` for one that answers other methods. */
function refuseUnknown(routes: readonly AnyRoute[], deps: ApiDeps): Middleware {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '[^/]+')}/?$`),
    allow: routes
      .filter((route) => route.path === path)
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      .join(', '),
  }));
  const limit = limitAddress(deps.limiters);
  return (ctx) =>
    limit(ctx, () => {
      const known = paths.find(({ pattern }) => pattern.test(ctx.path));
      if (known) throw new Failure('method_not_allowed', { headers: { Allow: known.allow } });
      throw new Failure('not_found');
    });
}
