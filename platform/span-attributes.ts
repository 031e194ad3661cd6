import { SUBJECT_FIELDS, type Subject } from '../contracts/subjects';

/** Attributes of spans that leave the process; others are dropped (docs/decisions/tracing.md). */
export const SPAN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'error.type',
  'noi.request_id',
  'noi.account_id',
  'noi.provider',
  'noi.operation',
  'noi.outcome',
  ...SUBJECT_FIELDS.map(attributeOf),
  // Set by the SDK's interceptors: ids of executions of Temporal.
  'temporalWorkflowId',
  'temporalActivityId',
  'run_id',
]);

/** Attributes that name a subject: `runId` becomes `noi.run_id`. */
export function subjectAttributes(subject: Subject): Record<string, string> {
  const named = SUBJECT_FIELDS.flatMap((field) => {
    const id = subject[field];
    return id ? [[attributeOf(field), id] as const] : [];
  });
  return Object.fromEntries(named);
}

function attributeOf(field: string): string {
  return `noi.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
