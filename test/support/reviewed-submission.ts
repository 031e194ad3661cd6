import type { RuleContext } from '../../domain/findings-rules/rule';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';

/** When the pages of {@link sound} were opened first. */
export const opened = new Date('2026-11-22T10:00:00.000Z');

/** Of the research that {@link sound} ends. */
export const context: RuleContext = {
  openedFrom: opened,
  openedUntil: new Date('2026-11-22T10:20:00.000Z'),
  depth: 'research',
};

export const brief = { idea: 'A weekly letter on heat pumps', audience: null, geography: null };

/** A submission that holds every rule in {@link context}. */
export const sound = sampleSubmission(brief, opened);
