import { checkedSubmission } from '../../activities/check-submission';
import { flawsOf, settled } from '../../domain/findings-rules/review';
import { FIRST_EDITION, RULES_EDITION } from '../../domain/findings-rules/rule';
import { RULES } from '../../domain/findings-rules/rules';
import { RULE_BREAKERS } from '../../stand-ins/agents/rule-breakers';
import { context, opened, sound } from '../support/reviewed-submission';

/** Rules of 1.0.0, whose sessions may still run when the next release is deployed. */
const OF_1_0_0 = [
  ...['evidence-ids', 'source-address', 'basis-cited', 'money-range', 'figures-recomputed', 'retrieved-in-session'],
  ...['published-before-retrieved', 'fact-not-by-claim', 'inference-not-high', 'high-needs-two', 'verdict-confidence'],
  ...['verdict-cap', 'recommendation-by-score', 'audience-product', 'sourced-cites', 'cases-in-order', 'no-contacts'],
  ...['plain-text', 'limitations-are-real', 'no-repetition', 'evidence-used', 'calendar-in-order'],
  ...['empty-field-explained', 'short-scan', 'complete-research'],
];
const of1_0_0 = { ...context, edition: FIRST_EDITION };

/** Research that links a page of search results, which a rule of a later edition refuses. */
const broken = RULE_BREAKERS['source-is-page']!(sound);

test('rules added since 1.0.0 have a later edition', () => {
  const first = RULES.filter(({ since }) => since === undefined).map(({ id }) => id);
  expect(first.toSorted()).toEqual(OF_1_0_0.toSorted());
  expect(Math.max(...RULES.map(({ since = FIRST_EDITION }) => since))).toBe(RULES_EDITION);
});

test('a session is not sent back for a rule newer than its prompt', () => {
  const flaws = (of: typeof context) => flawsOf(broken, of).map(({ pointer }) => pointer);
  expect(flaws(context)).toContainEqual(expect.stringMatching(/^\/evidence\/\d+\/sourceUrl$/));
  expect(flaws(of1_0_0)).toEqual([]);
});

test('a newer rule does not correct the last submission of an older session', () => {
  expect(settled(broken, of1_0_0)).toEqual(broken);
  expect(settled(broken, context)).not.toEqual(broken);
});

test('a newer evidence floor does not withhold payment from an older session', () => {
  const short = RULE_BREAKERS['enough-evidence']!(sound);
  const review = { last: true, verifications: null };
  const judged = (edition: number) =>
    checkedSubmission(short, review, { since: opened, depth: 'research', edition }).short !== null;
  expect(judged(RULES_EDITION)).toBe(true);
  expect(judged(FIRST_EDITION)).toBe(false);
});
