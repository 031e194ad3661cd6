import type { ParameterizedContext } from 'koa';
import type { Caller } from '../store/api-keys';
import type { AnyRoute } from './endpoint';
import type { Allowance } from './limits/limiters';

/** What middleware knows of a request so far. */
export interface RequestState {
  requestId: string;
  startedAt: number;
  route: AnyRoute | null;
  caller: Caller | null;
  /** Limits that this request counted against, for the answer's headers. */
  allowances: Allowance[];
}

/** The context that our middleware shares. */
export type Ctx = ParameterizedContext<RequestState>;
export type Next = () => Promise<unknown>;
export type Middleware = (ctx: Ctx, next: Next) => Promise<void>;
