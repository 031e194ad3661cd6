import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { InjectedSinks, ActivityInterceptorsFactory } from '@temporalio/worker';
import type { TraceSinks } from '../../contracts/trace-sinks';

/** Running tracing of one process. */
export interface Tracing {
  /** Carry the trace into the workflows that a client starts. */
  clientInterceptors: WorkflowClientInterceptor[];
  /** Make each activity a span below its workflow. */
  activityInterceptors: ActivityInterceptorsFactory[];
  /** Take the spans of workflows. */
  sinks: InjectedSinks<TraceSinks>;
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

/** Drops the spans of workflows that a process with tracing began: an unknown sink would be an error in the log. */
export const NO_SPANS: InjectedSinks<TraceSinks> = { traces: { workflowEnded: { fn: () => undefined } } };
