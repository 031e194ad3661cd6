import { MAX_PART_BYTES, partOf, PARTS } from '../../clients/mcp/findings-parts';
import { FindingsPart } from '../../clients/mcp/findings-schema';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { searchFixture } from '../support/findings';

const bytes = (part: object) => Buffer.byteLength(JSON.stringify(part));

test("fits every part of a search of 25 into a model's context", () => {
  const { findings, portfolio } = searchFixture(25);
  expect(bytes({ findings, portfolio })).toBeGreaterThan(10 * MAX_PART_BYTES);
  for (const part of PARTS) {
    for (const { candidateId } of findings.candidates!) {
      expect(bytes(partOf(findings, portfolio, { part, candidateId }))).toBeLessThanOrEqual(MAX_PART_BYTES);
    }
  }
  const summary = partOf(findings, portfolio, { part: 'summary' });
  expect(summary.ranking).toHaveLength(25);
  expect(summary).not.toHaveProperty('omitted');
});

test('cuts long lists, says so, and continues by cursor', () => {
  const { findings, portfolio } = searchFixture(3);
  const [first] = findings.candidates!;
  const long = { ...first!.evidence[0]!, claim: 'x'.repeat(500), excerpt: 'y'.repeat(300) };
  first!.evidence = Array.from({ length: 100 }, (_, place) => ({ ...long, evidenceId: `ev${place}` }));
  first!.risks = Array.from({ length: 40 }, () => ({ title: 't', severity: 'high', mitigation: 'm'.repeat(600) }));
  const { candidateId } = first!;
  const seen: string[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const part = partOf(findings, portfolio, { part: 'evidence', candidateId, cursor });
    expect(bytes(part)).toBeLessThanOrEqual(MAX_PART_BYTES);
    seen.push(...(part.evidence as { evidenceId: string }[]).map(({ evidenceId }) => evidenceId));
    cursor = part.nextCursor as number | null;
  }
  expect(seen).toEqual(first!.evidence.map(({ evidenceId }) => evidenceId));
  const candidate = partOf(findings, portfolio, { part: 'candidate', candidateId });
  expect(bytes(candidate)).toBeLessThanOrEqual(MAX_PART_BYTES);
  expect(candidate).toMatchObject({ omitted: { risks: expect.any(Number) as number } });
});

test('returns parts of checks and searches in the declared schema', () => {
  const { findings, portfolio } = searchFixture(3);
  const { candidateId } = findings.candidates![0]!;
  const dimension = 'demand' as const;
  for (const [of, more] of [
    [sampleFindings, {}],
    [findings, { candidateId }],
  ] as const) {
    for (const part of PARTS)
      for (const asked of [
        { part, ...more },
        { part, ...more, dimension },
      ])
        expect(FindingsPart.safeParse(partOf(of, of === findings ? portfolio : null, asked)).error).toBeUndefined();
  }
  const { verdict: _verdict, ...part } = partOf(sampleFindings, null, { part: 'summary' });
  expect(FindingsPart.safeParse(part).success).toBe(false);
});
