import { SUPPORTS, type Support } from '../../contracts/findings-parts';
import { workingsOf } from '../../domain/calculation';
import {
  CLAIM_PAIRS,
  LABELLED_EXCERPTS,
  LANGUAGES,
  PITFALLS,
  type ClaimPair,
} from '../../tools/evals/claims/labelled-excerpts';
import { score, scoreReport } from '../../tools/evals/claims/score';

const judged = (answer: (pair: ClaimPair, i: number) => Support | null) =>
  score(CLAIM_PAIRS.map((pair, i) => ({ pair, answer: answer(pair, i), costMicros: 7 })));

describe('the labelled pairs', () => {
  test('are sixty, alike in number by label and language, and none is there twice', () => {
    expect(CLAIM_PAIRS).toHaveLength(60);
    for (const label of SUPPORTS) expect(CLAIM_PAIRS.filter((pair) => pair.label === label)).toHaveLength(20);
    expect(LANGUAGES).toHaveLength(5);
    for (const language of LANGUAGES) {
      expect(CLAIM_PAIRS.filter((pair) => pair.language === language)).toHaveLength(12);
    }
    expect(new Set(CLAIM_PAIRS.map(({ claim }) => claim)).size).toBe(60);
    expect(new Set(LABELLED_EXCERPTS.map(({ excerpt }) => excerpt)).size).toBe(20);
  });

  test('have each pitfall in three passages or more, in more than one language', () => {
    for (const pitfall of PITFALLS) {
      const passages = LABELLED_EXCERPTS.filter((each) => each.pitfall === pitfall);
      expect(passages.length).toBeGreaterThanOrEqual(3);
      expect(new Set(passages.map(({ language }) => language)).size).toBeGreaterThanOrEqual(2);
    }
  });

  test('have workings as a reader is told them', () => {
    const worked = LABELLED_EXCERPTS.flatMap(({ calculation }) => (calculation === undefined ? [] : [calculation]));
    expect(worked).toHaveLength(2);
    for (const told of worked) {
      const [, rate, currency, day] = /; rate = ([\d.]+) usd for one ([a-z]{3}) on (\S+)$/.exec(told) ?? [];
      const calculation = told.replaceAll(/ = [^;]*/g, '').replace(/; rate$/, '');
      expect(workingsOf({ calculation, exchange: { currency, rate: Number(rate), day } })).toBe(told);
    }
  });

  test.each(LABELLED_EXCERPTS)('could be of findings: $excerpt', ({ excerpt, surroundings, claims, language }) => {
    for (const text of [excerpt, surroundings, ...Object.values(claims)]) expect(text).toBe(text && text.trim());
    expect(excerpt.length).toBeGreaterThan(20);
    expect(excerpt.length).toBeLessThanOrEqual(300);
    for (const claim of Object.values(claims)) expect(claim.length).toBeGreaterThan(20);
    const around = surroundings ?? excerpt;
    expect(around).toContain(excerpt);
    expect(around.length).toBeLessThanOrEqual(excerpt.length + 400);
    expect(/[\p{Script=Hiragana}\p{Script=Han}]/u.test(excerpt)).toBe(language === 'ja');
  });
});

describe('the score of a reader', () => {
  test('is whole where it judges as labelled', () => {
    expect(judged(({ label }) => label)).toMatchObject({
      pairs: 60,
      agreement: 100,
      byLabel: { supported: 100, partly: 100, unsupported: 100 },
      byLanguage: { en: 100, de: 100, fr: 100, es: 100, ja: 100 },
      disagreed: [],
      costMicros: 420,
    });
  });

  test('tells by label and language where it went wrong; no judgement agrees with no label', () => {
    const scored = judged(({ label, language }) =>
      language === 'ja' ? null : label === 'partly' && language === 'de' ? 'supported' : label,
    );
    expect(scored).toMatchObject({
      agreement: 73.3,
      byLabel: { supported: 80, partly: 60, unsupported: 80 },
      byLanguage: { en: 100, de: 66.6, fr: 100, es: 100, ja: 0 },
      confusion: {
        supported: { supported: 16, partly: 0, unsupported: 0, none: 4 },
        partly: { supported: 4, partly: 12, unsupported: 0, none: 4 },
        unsupported: { supported: 0, partly: 0, unsupported: 16, none: 4 },
      },
    });
    expect(scored.disagreed).toHaveLength(16);
    const printed = scoreReport('a model', scored);
    expect(printed).toContain('a model: agrees with 73.3% of 60 labelled pairs');
    expect(printed).toMatch(/^partly +4 +12 +0 +4 +60%$/m);
    expect(printed).toMatch(/^ja +0%$/m);
    expect(printed).toMatch(/^ {2}de, partly as supported: The trade service/m);
  });

  test('is rounded down, so that what is called 90 is no less', () => {
    expect(judged(({ label }, i) => (i < 6 ? null : label)).agreement).toBe(90);
    expect(judged(({ label }, i) => (i < 7 ? null : label)).agreement).toBe(88.3);
  });
});
