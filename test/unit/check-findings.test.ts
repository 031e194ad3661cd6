import { semanticFlaws } from '../../domain/check-findings';
import type { Submission } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';

/** Pointers of the flaws that sound findings have after one change. */
function flawsAfter(change: (findings: Submission) => void): string[] {
  const findings = structuredClone(sampleFindings);
  change(findings);
  return semanticFlaws(findings).map((flaw) => flaw.pointer);
}

test('sound findings have no flaws', () => {
  expect(flawsAfter(() => undefined)).toEqual([]);
});

test('an evidence id used twice is pointed at where it comes again', () => {
  expect(flawsAfter(({ evidence }) => (evidence[3]!.evidenceId = 'ev1'))).toContain('/evidence/3/evidenceId');
});

test.each(['https:///', 'http://', 'https://exa mple.org', 'ftp://example.org/x', 'javascript:alert(1)', '/page'])(
  'a source at %j is no http address',
  (sourceUrl) => {
    expect(flawsAfter(({ evidence }) => (evidence[1]!.sourceUrl = sourceUrl))).toEqual(['/evidence/1/sourceUrl']);
  },
);

test('a citation of evidence that is not there is pointed at wherever citations are', () => {
  const pointers = flawsAfter((findings) => {
    findings.dimensions.demand.evidenceIds = ['ev1', 'ev77'];
    findings.audienceSegments[1]!.evidenceIds = ['ev78'];
    findings.competitors[1]!.evidenceIds = ['ev79'];
    findings.channels[0]!.evidenceIds = ['ev6', 'ev80'];
  });
  expect(pointers).toEqual([
    '/dimensions/demand/evidenceIds/1',
    '/audienceSegments/1/evidenceIds/0',
    '/competitors/1/evidenceIds/0',
    '/channels/0/evidenceIds/1',
  ]);
});

test.each(['fact', 'estimate'] as const)('a score whose basis is %s must cite evidence', (basis) => {
  const flaws = flawsAfter(({ dimensions }) => (dimensions.risk = { ...dimensions.risk, basis, evidenceIds: [] }));
  expect(flaws).toEqual(['/dimensions/risk/evidenceIds']);
});

test('an inference may cite evidence or none', () => {
  for (const evidenceIds of [[], ['ev1']]) {
    expect(
      flawsAfter(({ dimensions }) => (dimensions.demand = { ...dimensions.demand, basis: 'inference', evidenceIds })),
    ).toEqual([]);
  }
});

test('a range whose low exceeds its high is a flaw, an equal one is not', () => {
  expect(flawsAfter(({ monetization }) => (monetization[1]!.low = monetization[1]!.high + 1))).toEqual([
    '/monetization/1/low',
  ]);
  expect(flawsAfter(({ monetization }) => (monetization[1]!.low = monetization[1]!.high))).toEqual([]);
});

test('all flaws are reported at once, each with words that an agent can act on', () => {
  const findings = structuredClone(sampleFindings);
  findings.evidence = [];
  const flaws = semanticFlaws(findings);
  expect(flaws.length).toBeGreaterThan(10);
  for (const { pointer, detail } of flaws) {
    expect(pointer).toMatch(/^\//);
    expect(detail).toMatch(/"ev\d+"/);
  }
});
