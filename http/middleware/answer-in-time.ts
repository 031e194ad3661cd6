import { Failure } from '../../base/failures';
import { createBudget, type Middleware } from '../state';

/** The published limit is 5 s. Half a second is reserved for when the process is busy. */
const BUDGET_MS = 4_500;
const RETRY_AFTER_SECONDS = 2;

/**
 * Responds with 503 once the database or providers have used up a request's time budget. Pending work continues, but
 * its result is dropped. It may still commit a change. A retry with the same Idempotency-Key then returns the result.
 */
export function answerInTime(budgetMs = BUDGET_MS): Middleware {
  return (ctx, next) =>
    new Promise((resolve, reject) => {
      const budget = createBudget(budgetMs, () =>
        reject(new Failure('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: LATE })),
      );
      ctx.state.budget = budget;
      // Once the budget is used up, the promise is already settled and this call has no effect.
      void next().then(
        () => {
          budget.close();
          return resolve();
        },
        (error: Error) => {
          budget.close();
          reject(error);
        },
      );
    });
}

const LATE = new Error('the request was not answered in time');

/** True for the failure of {@link answerInTime}, whose stack does not show the pending work. */
export const isLate = (failure: Failure): boolean => failure.public.cause === LATE;

const RETRY_AFTER_S = 1;

export interface InFlight {
  /** Takes a slot. The returned function frees it; later calls do nothing. @throws Failure `overloaded` */
  enter(): () => void;
}

/** Admits `max` concurrent requests. Sheds others immediately instead of queueing them, and calls `onShed` for each. */
export function createInFlight(max: number, onShed: () => void): InFlight {
  let taken = 0;
  return {
    enter() {
      if (taken >= max) {
        onShed();
        throw new Failure('overloaded', { retryAfterSeconds: RETRY_AFTER_S });
      }
      taken += 1;
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
  };
}

/** Holds a slot while a request is processed. {@link withoutSlot} and requests that wait free it early. */
export function holdSlot(slots: InFlight): Middleware {
  return async (ctx, next) => {
    ctx.state.releaseSlot = slots.enter();
    try {
      await next();
    } finally {
      ctx.state.releaseSlot();
    }
  };
}

/** Runs a step without a slot, so that slow clients hold none. @throws Failure `overloaded` if no slot is free later */
export function withoutSlot(slots: InFlight, step: Middleware): Middleware {
  return (ctx, next) => {
    ctx.state.releaseSlot();
    return step(ctx, () => {
      ctx.state.releaseSlot = slots.enter();
      return next();
    });
  };
}
