import type { ParameterizedContext } from 'koa';
import type { FailureCode } from '../contracts/failures';
import type { Caller } from '../store/keys/find-caller';
import type { AnyRoute, LoggedIds } from './endpoint';
import type { Allowance } from './limits/limiters';
import type { Budget } from './budget';

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
