import type { ParameterizedContext } from 'koa';
import type { FailureCode } from '../base/failures';
import type { Caller } from '../modules/accounts/store/callers';
import type { AnyRoute, LoggedIds, RefusedForm } from './endpoint';
import type { Allowance } from './limits/limiters';

export interface RequestState {
  requestId: string;
  /** Client address as reported by the trusted proxies. */
  address: string;
  startedAt: number;
  route: AnyRoute | null;
  caller: Caller | null;
  /** Ids for the log line, taken from the path and the reply. */
  subject: LoggedIds;
  /** Rate limits applied to this request, for the response headers. */
  allowances: Allowance[];
  failureCode: FailureCode | null;
  /** Name of the limit that refused this request. */
  limitedBy: string | null;
  /** True once the signature of a signed request was verified. */
  trusted: boolean;
  /** Frees the in-flight slot of this request. */
  releaseSlot(): void;
  /** The form to show again if the request is rejected. Set once its body was read. */
  form?: RefusedForm;
  /** Time budget until the request fails with 503. */
  budget: Budget;
}

/** Koa context for our middleware. Hides `query`, whose parser takes quadratic time; use `readQueryString` instead. */
export type Ctx = ParameterizedContext<RequestState> & { query: never };
export type Next = () => Promise<unknown>;
export type Middleware = (ctx: Ctx, next: Next) => Promise<void>;

/** Time budget of a request for our own work: database, providers and queueing. */
export interface Budget {
  /** True once the budget is used up. The client already has its response, and later results are dropped. */
  readonly spent: boolean;
  /** Awaits work that does not use up the budget, such as receiving a body or a wait that the client requested. */
  offBudget<T>(work: Promise<T>): Promise<T>;
  close(): void;
}

/** Starts a budget of `milliseconds`. Calls `onSpent` once it is used up. */
export function createBudget(milliseconds: number, onSpent: () => void): Budget {
  let left = milliseconds;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let spent = false;
  let pauses = 0;
  const run = () => {
    since = performance.now();
    timer = setTimeout(() => {
      spent = true;
      onSpent();
    }, left);
  };
  const stop = () => {
    clearTimeout(timer);
    left = Math.max(0, left - (performance.now() - since));
  };
  run();
  return {
    get spent() {
      return spent;
    },
    async offBudget(work) {
      if (pauses++ === 0 && !spent) stop();
      try {
        return await work;
      } finally {
        if (--pauses === 0 && !spent) run();
      }
    },
    close: () => clearTimeout(timer),
  };
}
