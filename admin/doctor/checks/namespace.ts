import { check, inTime, ok, warn } from '../check';

/** Operators inspect yesterday's workflows, and sweeps restart ended ones by their id. */
const LEAST_RETENTION_S = 86_400;

/** The namespace exists and keeps ended workflows for as long as somebody inspects them. */
export const namespace = check({
  name: 'namespace',
  needs: ['temporal'],
  cure: 'Create it: temporal operator namespace create --namespace NAME --retention 30d, or correct TEMPORAL_NAMESPACE.',
  async run({ temporal: client }) {
    const { namespace: name } = client.options;
    const described = await inTime(client, () => client.workflowService.describeNamespace({ namespace: name }));
    const seconds = Number(described.config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    const kept = `Namespace ${name} keeps ended workflows for ${Math.round(seconds / 3_600)} h.`;
    if (seconds >= LEAST_RETENTION_S) return ok(kept);
    return warn(kept, `temporal operator namespace update --namespace ${name} --retention 30d`);
  },
});
