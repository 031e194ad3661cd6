import { figuresIn } from '../../../domain/figures-in-text';
import { NO_STATEMENT } from '../../../domain/findings-rules/texts';
import type { Fact } from './fact';

/** Facts that findings state, whole or in one of their parts: a text, or a row of texts and numbers. */
export function factsFound(findings: unknown, facts: readonly Fact[]): Fact[] {
  const statements = statementsIn(findings);
  return facts.filter((fact) => statements.some((statement) => states(statement, fact)));
}

function states(statement: string, { shownBy, between }: Fact): boolean {
  if (!shownBy.test(statement)) return false;
  if (!between) return true;
  const [low, high] = between;
  return figuresIn(statement).some(({ values }) => values.some((value) => value >= low && value <= high));
}

/** One statement for the texts and numbers that each object has of its own, so that a row's label and value are together. */
function statementsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([name]) => !NO_STATEMENT.has(name));
  const own = entries.flatMap(([, field]) =>
    typeof field === 'string' || typeof field === 'number' ? [String(field)] : [],
  );
  return [own.join('\n'), ...entries.flatMap(([, field]) => (typeof field === 'object' ? statementsIn(field) : []))];
}
