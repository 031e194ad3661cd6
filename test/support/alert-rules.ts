import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../platform/package-root';

/** A rule of deploy/alerts.yaml. */
export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** Name of its runbook page: `WorkerFrozen` is `worker-frozen`. */
  page: string;
}

/** All rules of deploy/alerts.yaml, in their order. */
export function alertRules(): AlertRule[] {
  const text = readFileSync(join(PACKAGE_ROOT, 'deploy/alerts.yaml'), 'utf8');
  const { groups } = parse(text) as { groups: { rules: Omit<AlertRule, 'page'>[] }[] };
  return groups.flatMap(({ rules }) =>
    rules.map((rule) => ({ ...rule, page: rule.alert.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase() })),
  );
}
