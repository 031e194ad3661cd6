import type { Submission } from './findings';

/** One thing wrong with a document: where (RFC 6901 pointer) and what, in words the agent and a caller can act on. */
export interface Flaw {
  pointer: string;
  detail: string;
}

/**
 * The rules that a JSON Schema cannot say (contract.md, Findings): every cited evidence id resolves and is unique,
 * a score that is not an inference cites evidence, money ranges are ordered. An empty list means the findings may be
 * published. Expects a document that already passed the schema.
 */
export function semanticFlaws(findings: Submission): Flaw[] {
  const flaws: Flaw[] = [];
  const known = new Set<string>();

  findings.evidence.forEach((evidence, i) => {
    if (known.has(evidence.evidenceId)) {
      flaws.push({ pointer: `/evidence/${i}/evidenceId`, detail: `"${evidence.evidenceId}" is used twice` });
    }
    known.add(evidence.evidenceId);
    if (!isHttpUrl(evidence.sourceUrl)) {
      flaws.push({ pointer: `/evidence/${i}/sourceUrl`, detail: 'must be an absolute http or https address' });
    }
  });

  const cite = (pointer: string, evidenceIds: string[]) => {
    evidenceIds.forEach((id, i) => {
      if (!known.has(id))
        flaws.push({ pointer: `${pointer}/evidenceIds/${i}`, detail: `no evidence has the id "${id}"` });
    });
  };

  for (const [name, dimension] of Object.entries(findings.dimensions)) {
    cite(`/dimensions/${name}`, dimension.evidenceIds);
    if (dimension.basis !== 'inference' && dimension.evidenceIds.length === 0) {
      flaws.push({
        pointer: `/dimensions/${name}/evidenceIds`,
        detail: `a score whose basis is "${dimension.basis}" must cite evidence; without a source its basis is "inference"`,
      });
    }
  }
  findings.audienceSegments.forEach((segment, i) => cite(`/audienceSegments/${i}`, segment.evidenceIds));
  findings.competitors.forEach((competitor, i) => cite(`/competitors/${i}`, competitor.evidenceIds));
  findings.channels.forEach((channel, i) => cite(`/channels/${i}`, channel.evidenceIds));
  findings.monetization.forEach((stream, i) => {
    if (stream.low > stream.high) flaws.push({ pointer: `/monetization/${i}/low`, detail: 'must not exceed "high"' });
  });
  return flaws;
}

function isHttpUrl(candidate: string): boolean {
  return URL.canParse(candidate) && /^https?:$/.test(new URL(candidate).protocol);
}
