/** Reasons why a run ended without findings: stable code, sentence for its owner, and whether a new run can succeed. */
export const RUN_FAILURES = {
  queue_expired: { retryable: true, message: 'The run waited too long in the queue and was not started.' },
  deadline_exceeded: { retryable: true, message: 'The research did not finish before the deadline of the run.' },
  agent_refused: {
    retryable: false,
    message: 'The research agent declined this request. Rephrase the idea and start a new run.',
  },
  findings_invalid: {
    retryable: true,
    message: 'The research agent did not produce findings that pass our checks, even after corrections.',
  },
  not_enough_evidence: {
    retryable: true,
    message:
      'Too few of the sources could be verified to charge for the research. What was found is on the page of the run, free of charge.',
  },
  plan_invalid: {
    retryable: true,
    message: 'The research agent did not plan enough distinct candidates, even after corrections.',
  },
  too_few_candidates: {
    retryable: true,
    message: 'Fewer than half of the candidates could be researched, so there is no ranking to rely on.',
  },
  run_budget_exceeded: { retryable: true, message: 'The research needed more than the budget of one run.' },
  agent_stopped: { retryable: true, message: 'The research agent stopped before it delivered findings.' },
  agent_unavailable: { retryable: true, message: 'The research agent could not be reached. Start a new run later.' },
  rendering_failed: { retryable: true, message: 'The dossier could not be rendered.' },
  internal_error: { retryable: true, message: 'The run failed for a reason on our side.' },
  stopped_by_operator: { retryable: true, message: 'The run was stopped by our staff.' },
  canceled: { retryable: false, message: 'The run was canceled on request.' },
} as const;

export type RunFailureCode = keyof typeof RUN_FAILURES;
