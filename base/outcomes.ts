/** How a workflow ended, for operators: in words, and as search attributes. */
export interface WorkflowOutcome {
  /** Final status of a run, order or withdrawal; of other work its result, in snake_case. */
  outcome: string;
  /** Reason of an unwanted end; null for a good one. */
  failureCode?: string | null;
  /** Money that moved, in cents of US dollars. */
  amount?: number | null;
  /** One line; money as "$749.00", no personal data and no text of a customer. */
  summary: string;
}
