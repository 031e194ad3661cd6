import type { Flaw, Reviewed, RuleContext } from './findings-rules/rule';
import { INTEGRITY } from './findings-rules/rules';

export type { Flaw } from './findings-rules/rule';

// The rules of integrity check the document alone.
const ANY: RuleContext = { openedFrom: new Date(0), openedUntil: new Date(0), depth: 'scan' };

/**
 * Checks the rules of integrity (docs/findings-rules.md): a document with such a flaw can never be published. Expects a
 * document that passed the schema.
 */
export function semanticFlaws(findings: Reviewed): Flaw[] {
  return INTEGRITY.flatMap((rule) => rule.flaws(findings, ANY));
}
