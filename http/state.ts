import type { ParameterizedContext } from 'koa';
import type { FailureCode } from '../base/failures';
import type { Caller } from '../modules/accounts/store/callers';
import type { AnyRoute, LoggedIds, RefusedForm } from './endpoint';
import type { Allowance } from './limits/limiters';

/** Request state shared by middleware. */
export interface RequestState {
  requestId: string;
  /** Client address as reported by the trusted proxies. */
  address: string;
  startedAt: number;
  route: AnyRoute | null;
  caller: Caller | null;
  /** Ids that the log line names: from path and reply. */
  subject: LoggedIds;
  /** Rate limits applied to this request, for the response headers. */
  allowances: Allowance[];
  /** Code of the failure that this request was answered with. */
  failureCode: FailureCode | null;
  /** Name of the limit that refused this request. */
  limitedBy: string | null;
  /** True once a signed request was verified. */
  trusted: boolean;
  /** Releases the in-flight slot of this request. */
  releaseSlot(): void;
  /** Form that is being handled, to show it again if it is refused; set once its body was read. */
  form?: RefusedForm;
  /** Time left until the request fails with 503. */
  budget: Budget;
}

/**
 * Koa context of our middleware. Its parsed `query` is out of reach, because that parser takes quadratic time: queries
 * are read by `readQueryString` alone.
 */
export type Ctx = ParameterizedContext<RequestState> & { query: never };
export type Next = () => Promise<unknown>;
export type Middleware = (ctx: Ctx, next: Next) => Promise<void>;

/** Time budget of one request for our own work: database, providers and queueing. */
export interface Budget {
  /** True once the budget is exhausted: the client has its response, and any later result is dropped. */
  readonly spent: boolean;
  /** Awaits work on the client's own time without using up the budget: a body being sent, a requested wait. */
  offBudget<T>(work: Promise<T>): Promise<T>;
  /** Stops the timer. */
  close(): void;
}

/** Starts a budget of `milliseconds`; calls `onSpent` once it is exhausted. */
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
