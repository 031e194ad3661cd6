/** How a workflow ended, for operators: a summary, and the values of its search attributes. */
export interface WorkflowOutcome {
  /** Final status of a run, order or withdrawal; for other work, its result in snake_case. */
  outcome: string;
  /** Reason for a failure or other unwanted end; null otherwise. */
  failureCode?: string | null;
  /** Money moved, in US cents. */
  amount?: number | null;
  /** One line with amounts such as "$749.00", without personal data or customers' text. */
  summary: string;
}
