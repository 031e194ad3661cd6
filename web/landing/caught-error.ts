import { sampleFindings } from '../../contracts/sample-findings';
import { flawsOfPublished } from '../../domain/findings-rules/rules';

/** A false claim, its quotation, and what the rules of findings say of it. */
export interface CaughtError {
  claim: string;
  quotation: string;
  /** What goes back to the agent, as the rule says it. */
  said: string;
}

const FALSE_CLAIM = '72% of the heating systems in buildings from before 1980 were installed before 2005.';

/**
 * An error of the kind that agents make, put into the shipped sample and caught by the rules themselves: constructed, but
 * what is shown of it is what the service does.
 */
export function caughtError(): CaughtError {
  const [first, ...others] = sampleFindings.evidence;
  const flaws = flawsOfPublished({ ...sampleFindings, evidence: [{ ...first!, claim: FALSE_CLAIM }, ...others] });
  return { claim: FALSE_CLAIM, quotation: first!.excerpt, said: flaws[0]!.detail };
}
