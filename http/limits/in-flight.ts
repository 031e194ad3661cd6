import { Failure } from '../../contracts/failures';
import type { Middleware } from '../state';

/** Retry-After of shed requests, in seconds. */
const RETRY_AFTER_S = 1;

/** Concurrency limit of one process. */
export interface InFlight {
  /** Takes a slot and returns its idempotent release. @throws Failure `overloaded` if none is free */
  enter(): () => void;
}

/** Admits `max` concurrent requests and sheds more at once instead of queueing them; calls `onShed` for each. */
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

/** Holds a slot while a request is processed; {@link withoutSlot} and waiting requests release it meanwhile. */
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

/**
 * Runs a step without a slot, such as reading a body, so that slow clients use no capacity.
 *
 * @throws Failure `overloaded` if no slot is free afterwards
 */
export function withoutSlot(slots: InFlight, step: Middleware): Middleware {
  return (ctx, next) => {
    ctx.state.releaseSlot();
    return step(ctx, () => {
      ctx.state.releaseSlot = slots.enter();
      return next();
    });
  };
}
