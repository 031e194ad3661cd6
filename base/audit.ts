/** Who acted: customers by API key or signed-in browser, operators by command, the system by a workflow or sweep. */
export interface Actor {
  kind: 'customer' | 'operator' | 'system';
  /** Key id, session id, operator's name or system component. Never an email address. */
  name: string;
  /** `key`, `browser`, the operator's command such as `keys revoke`, or null. */
  via: string | null;
  requestId: string | null;
}

export const SYSTEM: Actor = { kind: 'system', name: 'system', via: null, requestId: null };

/** Label for activity pages, and the allowed fields of `before` and `after`. */
interface AuditActionSpec {
  words: string;
  fields: readonly string[];
}

/**
 * Actions of the audit log. Fields never contain a secret, a hash, an email address or customers' text, so erasing an
 * account does not change its events.
 */
export const AUDIT_ACTIONS = {
  'account.created': { words: 'Account created', fields: ['plan', 'status'] },
  'account.activated': { words: 'Account activated', fields: ['status'] },
  'account.budget_set': { words: 'Monthly budget changed', fields: ['monthlyBudgetCents'] },
  'account.suspended': { words: 'Account suspended', fields: ['status'] },
  'account.resumed': { words: 'Account resumed', fields: ['status'] },
  'account.exported': { words: 'Data exported', fields: [] },
  'account.erasure_requested': { words: 'Erasure requested', fields: ['status'] },
  'account.erasure_repeated': { words: 'Erasure resumed', fields: ['status'] },
  'account.erased': { words: 'Account erased', fields: ['sessionsDeleted', 'sessionsLeft'] },
  'entitlements.granted': { words: 'Credits granted', fields: ['kind', 'count'] },
  'session.signed_in': { words: 'Signed in', fields: ['method'] },
  'session.signed_out': { words: 'Signed out', fields: [] },
  'session.signed_out_everywhere': { words: 'Signed out everywhere', fields: ['sessions'] },
  'session.revoked': { words: 'Session ended', fields: [] },
  'password.changed': { words: 'Password changed', fields: ['sessionsRevoked'] },
  'passkey.added': { words: 'Passkey added', fields: ['synced'] },
  'passkey.renamed': { words: 'Passkey renamed', fields: [] },
  'passkey.removed': { words: 'Passkey removed', fields: [] },
  'step_up.completed': { words: 'Identity confirmed', fields: ['method'] },
  'key.created': { words: 'API key created', fields: ['mode', 'plan', 'scopes', 'expiresAt'] },
  'key.rotated': { words: 'API key rotated', fields: ['replacedBy', 'validUntil'] },
  'key.revoked': { words: 'API key revoked', fields: ['revokedAt'] },
  'key.changed': { words: 'API key changed', fields: ['scopes', 'expiresAt', 'addresses'] },
  'webhook.created': { words: 'Webhook created', fields: ['mode', 'eventTypes', 'status'] },
  'webhook.changed': { words: 'Webhook changed', fields: ['eventTypes', 'status'] },
  'webhook.rotated': { words: 'Webhook secret rotated', fields: ['validUntil'] },
  'webhook.disabled': { words: 'Webhook disabled', fields: ['status'] },
  'webhook.deleted': { words: 'Webhook deleted', fields: ['status'] },
  'webhook.tested': { words: 'Webhook test sent', fields: ['deliveryId'] },
  'webhook.replayed': { words: 'Webhook deliveries resent', fields: ['deliveries'] },
  'secrets.resealed': { words: 'Signing secrets re-encrypted', fields: ['keyId', 'resealed', 'unreadable'] },
  'withdrawal.requested': { words: 'Withdrawal requested', fields: ['mode', 'amount', 'currency', 'status'] },
  'withdrawal.reviewed': { words: 'Withdrawal reviewed', fields: ['decision'] },
  'withdrawal.retried': { words: 'Withdrawal retried', fields: ['status'] },
  'withdrawal.restored': { words: 'Lost withdrawal restored', fields: ['mode', 'amount', 'currency', 'status'] },
  'withdrawal.failed': { words: 'Withdrawal ended by an operator', fields: ['status', 'how'] },
  'run.canceled': { words: 'Research canceled', fields: ['status'] },
  'run.deleted': { words: 'Research deleted', fields: ['status'] },
  'run.retried': { words: 'Run retried', fields: ['status', 'runId'] },
  'run.resumed': { words: 'Workflow of a run restarted', fields: ['status'] },
  'run.released': { words: 'Held run released', fields: ['status'] },
  'run.shared': { words: 'Dossier shared', fields: ['expiresAt'] },
  'run.unshared': { words: 'Link to a dossier revoked', fields: [] },
  'purchase.shared': { words: 'Purchased dossier shared', fields: ['expiresAt'] },
  'purchase.unshared': { words: 'Link to a purchased dossier revoked', fields: [] },
  'run.sample_published': { words: 'Run made the public sample by an operator', fields: ['kind'] },
  'run.sample_withdrawn': { words: 'Run is no longer the public sample', fields: ['kind'] },
  'order.refunded': { words: 'Order refunded by an operator', fields: ['status', 'amount', 'currency'] },
  'order.settled': { words: 'Order settled by an operator', fields: ['status', 'outcome'] },
  'contributor.added': { words: 'Contributor set up', fields: ['mode', 'country', 'revenueShareBps'] },
  'share.withheld': { words: 'Share of own purchase withheld', fields: ['mode', 'amount', 'currency'] },
  'share.unowned': { words: 'Share of an erased contributor withheld', fields: ['mode', 'amount', 'currency'] },
  'ledger.settled': { words: 'Balance settled by an operator', fields: ['mode', 'amount', 'currency', 'cause'] },
  'ledger.credited': { words: 'Balance credited', fields: ['mode', 'amount', 'cause'] },
  'opportunity.imported': { words: 'Opportunity imported', fields: ['status', 'cited', 'verified', 'quotations'] },
  'opportunity.archived': { words: 'Opportunity archived', fields: ['status'] },
  'opportunity.offered': { words: 'Opportunity offered again', fields: ['status'] },
  'reconciliation.requested': { words: 'Reconciliation requested', fields: ['since'] },
  'reconciliation.returned': { words: 'Orphaned payment refunded', fields: ['amount', 'currency', 'status'] },
  'reconciliation.settled': { words: 'Reconciliation break settled', fields: ['status'] },
  'deployment.promoted': { words: 'Build made current', fields: ['current'] },
  'deployment.ramped': { words: 'Build ramped', fields: ['ramping', 'percent'] },
  'deployment.rolled_back': { words: 'Build rolled back', fields: ['current', 'ramping'] },
  'deployment.moved': { words: 'Workflows of a build moved', fields: ['pinned', 'to'] },
  'database.restored': { words: 'Database restore reported', fields: [] },
  'mail.allowed': { words: 'Mail to an address allowed again', fields: ['lifted'] },
  'agent.provisioned': { words: 'Research agent provisioned', fields: ['provider', 'agentId', 'agentVersion'] },
  'agent.drift_changed': { words: 'Drift of the research agent', fields: ['driftStatus'] },
} as const satisfies Record<string, AuditActionSpec>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
