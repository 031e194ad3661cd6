import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { ContinueAsNew, proxySinks, workflowInfo, type WorkflowInterceptors } from '@temporalio/workflow';
import type { TraceSinks, WorkflowSpan } from '../base/trace-sinks';
import { childOf, parseTraceparent } from '../base/traceparent';
import { ORIGIN_HEADERS, type WorkflowMemo } from '../base/workflow-messages';

const { traces } = proxySinks<TraceSinks>();
const toPayload = (value: string | object) => defaultPayloadConverter.toPayload(value);

/**
 * Passes the origin of a workflow on to its activities and children: the request id from its memo, and the trace from
 * its start header. Adds no promise between a call and its command, so a history replays identically whether tracing is
 * on or off. The SDK's own workflow interceptors do not guarantee this (docs/decisions/tracing.md).
 */
export const interceptors = (): WorkflowInterceptors => {
  let trace: Headers = {};
  const carry = <I extends { readonly headers: Headers }>(input: I): I => {
    const { requestId } = memoOf();
    const request: Headers = requestId ? { [ORIGIN_HEADERS.requestId]: toPayload(requestId) } : {};
    return { ...input, headers: { ...input.headers, ...request, ...trace } };
  };
  return {
    inbound: [
      {
        execute(input, next) {
          const parent = traceparentOf(input.headers);
          const own = parent && childOf(parent, workflowInfo().runId);
          if (!own) return next(input);
          trace = { [ORIGIN_HEADERS.trace]: toPayload({ traceparent: own }) };
          const ended = next(input);
          report(ended, { traceparent: own, parent });
          return ended;
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carry(input)),
        scheduleLocalActivity: (input, next) => next(carry(input)),
        startChildWorkflowExecution: (input, next) =>
          next(carry({ ...input, options: { ...input.options, memo: { ...input.options.memo, ...memoOf() } } })),
        continueAsNew: (input, next) => next(carry(input)),
        getLogAttributes: (input, next) => next({ ...input, ...memoOf() }),
      },
    ],
  };
};

// Reads the memo when needed, because interceptors are created before the workflow starts and its origin is known.
function memoOf(): WorkflowMemo {
  const { requestId } = (workflowInfo().memo ?? {}) as WorkflowMemo;
  return requestId ? { requestId } : {};
}

function traceparentOf(headers: Headers): string | null {
  const carrier = headers[ORIGIN_HEADERS.trace];
  const { traceparent } = carrier ? defaultPayloadConverter.fromPayload<{ traceparent?: string }>(carrier) : {};
  return traceparent && parseTraceparent(traceparent) ? traceparent : null;
}

// Reports the end of the workflow without touching the promise that the workflow returns.
function report(ended: Promise<unknown>, span: Pick<WorkflowSpan, 'traceparent' | 'parent'>): void {
  const { workflowType, workflowId, startTime } = workflowInfo();
  const startedAtMs = startTime.getTime();
  const end = (failed: boolean) =>
    traces.workflowEnded({ ...span, workflowType, workflowId, startedAtMs, endedAtMs: Date.now(), failed });
  ended.then(
    () => end(false),
    (error: unknown) => end(!(error instanceof ContinueAsNew)),
  );
}
