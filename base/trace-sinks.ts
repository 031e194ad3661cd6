/** Span of a finished workflow, reported by the workflow itself. */
export interface WorkflowSpan {
  traceparent: string;
  /** Trace context of the caller that started the workflow. */
  parent: string;
  workflowType: string;
  workflowId: string;
  startedAtMs: number;
  endedAtMs: number;
  failed: boolean;
}

/** Functions of the worker that workflows call. The SDK ignores calls to functions that the worker does not provide. */
export type TraceSinks = {
  traces: { workflowEnded(span: WorkflowSpan): void };
};
