import { flawsIn, type Rule } from './rule';

/** Evidence ids are unique, and each citation names one of them. */
export const evidenceIds: Rule = {
  id: 'evidence-ids',
  demand: 'Every evidence id is used once, and every citation names an entry of `evidence`.',
  atLast: 'refuse',
  flaws: ({ evidence, ...findings }) => {
    const ids = evidence.map(({ evidenceId }) => evidenceId);
    const known = new Set(ids);
    const twice = flawsIn(ids, '/evidence/*/evidenceId', (id, i) => ids.indexOf(id) !== i && `"${id}" is used twice`);
    const dangling = citationsIn(findings).flatMap(({ pointer, id }) =>
      known.has(id) ? [] : [{ pointer, detail: `no evidence has the id "${id}"` }],
    );
    return [...twice, ...dangling];
  },
};

/** Citation with the pointer to it. */
interface Citation {
  pointer: string;
  id: string;
}

/** All citations in a value, at any depth. */
export function citationsIn(value: unknown, pointer = ''): Citation[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${pointer}/${key}`;
    if (key !== 'evidenceIds') return citationsIn(inner, at);
    return (inner as string[]).map((id, i) => ({ pointer: `${at}/${i}`, id }));
  });
}

/** Sources are absolute http or https addresses. */
export const sourceAddress: Rule = {
  id: 'source-address',
  demand: 'Every `sourceUrl` is an absolute http or https address.',
  atLast: 'refuse',
  flaws: ({ evidence }) =>
    flawsIn(
      evidence,
      '/evidence/*/sourceUrl',
      ({ sourceUrl }) => !isHttpUrl(sourceUrl) && 'must be an absolute http or https address',
    ),
};

/** A score that is no inference has a source. */
export const basisCited: Rule = {
  id: 'basis-cited',
  demand: 'A score whose basis is `fact` or `estimate` cites evidence.',
  atLast: 'refuse',
  flaws: ({ dimensions }) =>
    Object.entries(dimensions).flatMap(([name, { basis, evidenceIds: cited }]) =>
      basis === 'inference' || cited.length > 0
        ? []
        : [
            {
              pointer: `/dimensions/${name}/evidenceIds`,
              detail: `a score whose basis is "${basis}" must cite evidence; without a source its basis is "inference"`,
            },
          ],
    ),
};

/** Ranges of money are ordered. */
export const moneyRange: Rule = {
  id: 'money-range',
  demand: 'The low end of a monetization range does not exceed its high end.',
  atLast: 'refuse',
  flaws: ({ monetization }) =>
    flawsIn(monetization, '/monetization/*/low', ({ low, high }) => low > high && 'must not exceed "high"'),
};

function isHttpUrl(candidate: string): boolean {
  return URL.canParse(candidate) && /^https?:$/.test(new URL(candidate).protocol);
}
