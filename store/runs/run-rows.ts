/** Columns of a run under the names of the model, for statements that are written out in SQL. */
export const RUN_COLUMNS = `
  id, account_id AS "accountId", api_key_id AS "apiKeyId", kind, mode, status, stage, input,
  entitlement_id AS "entitlementId", entitlement_restored AS "entitlementRestored",
  progress_done AS "progressDone", progress_total AS "progressTotal",
  provider, agent_id AS "agentId", agent_version AS "agentVersion", model, session_id AS "sessionId",
  workflow_id AS "workflowId", cost_micros AS "costMicros", failure_code AS "failureCode",
  findings_version AS "findingsVersion", cancel_requested_from AS "cancelRequestedFrom", version,
  created_at AS "createdAt", queue_expires_at AS "queueExpiresAt", started_at AS "startedAt",
  deadline_at AS "deadlineAt", completed_at AS "completedAt", updated_at AS "updatedAt"`;

/** What every change of a run does besides: a new version (the ETag, and what wakes waiting callers) and its time. */
export const TOUCH = 'version = version + 1, updated_at = now()';
