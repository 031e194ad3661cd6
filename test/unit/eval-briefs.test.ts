import { EVAL_BRIEFS } from '../../tools/evals/briefs';
import { FACTS_A_BRIEF, sized } from '../../tools/evals/facts/fact';
import { factsOf } from '../../tools/evals/facts/facts';
import { factsFound } from '../../tools/evals/facts/facts-found';
import { bandOf, labelsOf } from '../../tools/evals/labels';

describe('the fixed briefs', () => {
  test('are forty of every kind that can go wrong, each with a reason', () => {
    expect(EVAL_BRIEFS).toHaveLength(40);
    expect(new Set(EVAL_BRIEFS.map(({ name }) => name)).size).toBe(40);
    expect(new Set(EVAL_BRIEFS.map(({ kind }) => kind))).toEqual(
      new Set(['good', 'poor', 'ambiguous', 'hostile', 'foreign language', 'regulated', 'empty', 'harmful']),
    );
    const harmful = EVAL_BRIEFS.filter(({ label }) => label === null);
    expect(harmful.map(({ expects }) => expects)).toEqual(harmful.map(() => [{ type: 'declined' }]));
    expect(harmful).toHaveLength(2);
    const widths = EVAL_BRIEFS.flatMap(({ label }) => (label ? [label.high - label.low] : []));
    expect(Math.min(...widths)).toBeGreaterThan(10);
  });

  test('have bands apart, so that an order of scores can be right or wrong', () => {
    const labels = EVAL_BRIEFS.flatMap((brief) => bandOf(brief) ?? []);
    const apart = labels.flatMap((low) => labels.filter((high) => low.high < high.low));
    expect(apart.length).toBeGreaterThanOrEqual(100);
  });

  test('have two labels that overlap, with middles that are near each other', () => {
    for (const brief of EVAL_BRIEFS.filter(({ label }) => label !== null)) {
      const [one, other] = labelsOf(brief);
      const apart = Math.abs(one!.low + one!.high - other!.low - other!.high) / 2;
      expect([brief.name, apart <= 16]).toEqual([brief.name, true]);
      expect([brief.name, one!.low <= other!.high && other!.low <= one!.high]).toEqual([brief.name, true]);
    }
    expect(EVAL_BRIEFS.filter(({ label }) => label === null).flatMap(labelsOf)).toEqual([]);
  });
});

describe('the facts of a brief', () => {
  const researched = EVAL_BRIEFS.filter(({ kind }) => kind !== 'empty' && kind !== 'harmful');

  test('are eight where there is something to research, each found in its own words', () => {
    expect(researched).toHaveLength(36);
    for (const { name } of researched) {
      const facts = factsOf(name);
      expect([name, facts.length]).toEqual([name, FACTS_A_BRIEF]);
      const unfound = facts.filter((fact) => factsFound({ claim: fact.says }, [fact]).length === 0);
      expect([name, unfound.map(({ says }) => says)]).toEqual([name, []]);
    }
    expect(EVAL_BRIEFS.filter((brief) => !researched.includes(brief)).flatMap(({ name }) => factsOf(name))).toEqual([]);
  });

  test('are none that the brief gives away: repeating an idea finds nothing', () => {
    const given = researched.flatMap(({ name, brief }) => factsFound(brief, factsOf(name)));
    expect(given.map(({ says }) => says)).toEqual([]);
  });

  test('stand apart from those of other briefs: what is found by chance is little', () => {
    const said = researched.map(({ name }) => ({ name, texts: factsOf(name).map(({ says }) => says) }));
    const byChance = said.flatMap(({ name, texts }) =>
      researched.filter((other) => other.name !== name).map((other) => factsFound(texts, factsOf(other.name)).length),
    );
    const share = byChance.reduce((sum, each) => sum + each, 0) / (byChance.length * FACTS_A_BRIEF);
    expect(share).toBeLessThan(0.02);
  });

  test('that are figures are found within their bounds, in a text or in a row of text and number', () => {
    const fact = sized('About 1,700 olive mills work in Spain.', /mills/i, 1_500, 2_000);
    const isFound = (part: unknown) => factsFound({ parts: [part] }, [fact]).length === 1;
    expect(isFound('Spain counts 1.8 thousand mills.')).toBe(true);
    expect(isFound({ label: 'Olive mills', value: 1_830 })).toBe(true);
    expect(isFound('Spain counts 17,000 mills.')).toBe(false);
    expect(isFound(['There are many mills.', 'It has 1,700 members.'])).toBe(false);
    expect(isFound({ claim: 'There are many mills.', sourceUrl: 'https://a.example/1700' })).toBe(false);
  });
});
