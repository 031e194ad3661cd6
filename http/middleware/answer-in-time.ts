import { Failure } from '../../contracts/failures';
import { createBudget } from '../budget';
import type { Middleware } from '../state';

/** Half a second below the promised 5 s, as reserve for a busy process. */
const BUDGET_MS = 4_500;
const RETRY_AFTER_SECONDS = 2;

/**
 * Replies 503 once the database or providers have used up the time budget of a request. Pending work continues and its
 * result is dropped, so a change may still be committed: a retry with the same Idempotency-Key returns its result.
 */
export function answerInTime(budgetMs = BUDGET_MS): Middleware {
  return (ctx, next) =>
    new Promise((resolve, reject) => {
      const budget = createBudget(budgetMs, () =>
        reject(new Failure('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: LATE })),
      );
      ctx.state.budget = budget;
      // What it settles to after the budget is exhausted goes nowhere.
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
