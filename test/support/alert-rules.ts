import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../base/package-root';

/** An alert from the rules in deploy/. */
export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** Its runbook section: `WorkerFrozen` has `worker-frozen`. */
  section: string;
}

/** A rule that records an expression's value under a name. */
export interface RecordingRule {
  record: string;
  expr: string;
  labels: Record<string, string>;
}

const RULE_FILES = ['deploy/alerts.yaml', 'deploy/objectives.yaml'];

const rules = RULE_FILES.flatMap((file) => {
  const { groups } = parse(readFileSync(join(PACKAGE_ROOT, file), 'utf8')) as {
    groups: { rules: (Omit<AlertRule, 'section'> | RecordingRule)[] }[];
  };
  return groups.flatMap((group) => group.rules);
});

/** All alerts in deploy/, in file order. */
export const alertRules = (): AlertRule[] =>
  rules.flatMap((rule) =>
    'alert' in rule
      ? { ...rule, section: rule.alert.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase() }
      : [],
  );

/** All recording rules in deploy/, in file order. */
export const recordingRules = (): RecordingRule[] => rules.flatMap((rule) => ('record' in rule ? rule : []));
