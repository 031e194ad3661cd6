/** How a workflow ended, for operators: a summary, and the values of its search attributes. */
export interface WorkflowOutcome {
  /** Final status of a run, order or withdrawal; for other work, its result in snake_case. */
  outcome: string;
  /** Reason of an unwanted end; null after a good one. */
  failureCode?: string | null;
  /** Money moved, in US cents. */
  amount?: number | null;
  /** One line; money as "$749.00", no personal data and no customer's text. */
  summary: string;
}
