import { SANDBOX_OUTCOMES } from '../../../contracts/sandbox';

/** Description of the words that choose an outcome, for the reference. */
export const WORDS = Object.entries(SANDBOX_OUTCOMES)
  .map(([name, effect]) => `- \`sandbox:${name}\`: ${effect}`)
  .join('\n');
