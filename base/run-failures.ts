/** Why a run ended without findings: a stable code, a sentence for its owner, and whether a new run could succeed. */
export const RUN_FAILURES = {
  queue_expired: { retryable: true, message: 'The research waited too long for a free agent and did not start.' },
  deadline_exceeded: { retryable: true, message: 'The research did not finish in time.' },
  agent_refused: {
    retryable: false,
    message: 'The research agent declined this request. Rephrase the idea and start again.',
  },
  findings_invalid: {
    retryable: true,
    message: 'The findings did not pass our checks, even after corrections.',
  },
  not_enough_evidence: {
    retryable: true,
    message: 'We could verify too few of the quotes to charge you. You keep the sources that we found, free of charge.',
  },
  plan_invalid: {
    retryable: true,
    message: 'The research agent did not plan enough distinct ideas, even after corrections.',
  },
  too_few_candidates: {
    retryable: true,
    message: 'Fewer than half of the ideas could be researched, too few for a ranking you can rely on.',
  },
  run_budget_exceeded: { retryable: true, message: 'The research took more work than one run allows.' },
  agent_stopped: { retryable: true, message: 'The research agent stopped before it was finished.' },
  agent_unavailable: { retryable: true, message: 'The research agent could not be reached. Try again later.' },
  rendering_failed: { retryable: true, message: 'The dossier could not be created.' },
  internal_error: { retryable: true, message: 'The research failed because of an error on our side.' },
  stopped_by_operator: { retryable: true, message: 'Our staff stopped the research.' },
  canceled: { retryable: false, message: 'You canceled the research.' },
} as const;

export type RunFailureCode = keyof typeof RUN_FAILURES;
