/** Span of a finished workflow, reported by the workflow itself. */
export interface WorkflowSpan {
  traceparent: string;
  /** Trace context of whatever started the workflow. */
  parent: string;
  workflowType: string;
  workflowId: string;
  startedAtMs: number;
  endedAtMs: number;
  failed: boolean;
}

/** Worker functions that workflows call; the SDK ignores those that the worker does not register. */
export type TraceSinks = {
  traces: { workflowEnded(span: WorkflowSpan): void };
};
