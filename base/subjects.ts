import { idSchema, type IdPrefix } from './ids';

/** Ids that a request, workflow or activity is about. The keys are the field names in log lines and spans. */
export type Subject = Partial<Record<SubjectField, string>>;

export type SubjectField = (typeof ID_FIELDS)[number][1];

/** Ids that people search for, as pairs of prefix and field name. Accounts and keys have separate fields. */
export const ID_FIELDS = [
  ['run', 'runId'],
  ['bat', 'batchId'],
  ['ord', 'orderId'],
  ['wdr', 'withdrawalId'],
  ['scn', 'scanId'],
  ['whd', 'deliveryId'],
  ['whk', 'webhookId'],
  ['opp', 'opportunityId'],
] as const satisfies readonly (readonly [IdPrefix, string])[];

const PATTERNS = ID_FIELDS.map(([prefix, field]) => [new RegExp(idSchema(prefix).pattern!), field] as const);

export const SUBJECT_FIELDS: readonly SubjectField[] = ID_FIELDS.map(([, field]) => field);

/** Maps each well-formed id to its field. Ignores everything else, so foreign text never reaches a log line. */
export function subjectOf(...ids: (string | null | undefined)[]): Subject {
  const subject: Subject = {};
  for (const id of ids) {
    const field = id && PATTERNS.find(([pattern]) => pattern.test(id))?.[1];
    if (field) subject[field] = id;
  }
  return subject;
}

/** Subject of a workflow, from the ids in its workflow id, such as `candidate/<runId>/<candidateId>`. */
export function subjectOfWorkflow(workflowId: string): Subject {
  return subjectOf(...workflowId.split('/'));
}
