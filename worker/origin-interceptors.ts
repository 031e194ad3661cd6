import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ORIGIN_HEADERS } from '../contracts/workflow-messages';
import { onBehalfOf } from '../platform/origin';

/**
 * Runs each activity on behalf of the request that led to it: its log lines, its audit events and the messages that it
 * enqueues name that request.
 */
export const originInterceptors: ActivityInterceptorsFactory = () => {
  let requestId: string | null = null;
  return {
    inbound: {
      execute(input, next) {
        requestId = requestIdOf(input.headers);
        return requestId ? onBehalfOf(requestId, () => next(input)) : next(input);
      },
    },
    outbound: {
      getLogAttributes: (input, next) => next({ ...input, ...(requestId && { requestId }) }),
    },
  };
};

function requestIdOf(headers: Headers): string | null {
  const payload = headers[ORIGIN_HEADERS.requestId];
  const requestId = payload ? defaultPayloadConverter.fromPayload<unknown>(payload) : null;
  return typeof requestId === 'string' ? requestId : null;
}
