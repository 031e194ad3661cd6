import { Submission } from '../../contracts/findings';
import { noSource } from '../../domain/no-source';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { isNeverOpened, MANNERS, type Manner } from '../../stand-ins/agents/manners';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { brief, opened } from '../support/reviewed-submission';

const validate = createSchemaCompiler().compile(Submission);
const shapes = [
  [5, 0],
  [12, 12],
  [25, 1],
] as const;
const manners = Object.keys(MANNERS) as Manner[];

test.each(manners)('what a %s agent hands in is refused by no schema: the rules have to tell it', (manner) => {
  for (const [sources, competitors] of shapes) {
    const sample = sampleSubmission(brief, opened, { sources, competitors, manner });
    validate(sample);
    expect(validate.errors ?? []).toEqual([]);
  }
});

test('a hostile agent cites nothing that is evidence, of every kind, and has code in each of its texts', () => {
  const sample = sampleSubmission(brief, opened, { sources: 12, competitors: 3, manner: 'hostile' });
  const kinds = sample.evidence.map(({ sourceUrl }) => [new URL(sourceUrl).hostname, isNeverOpened(sourceUrl)]);
  expect(new Set(kinds.map(String))).toEqual(
    new Set([
      'orders.example.net,false',
      'unopened.example.net,true',
      'chatgpt.com,true',
      'sign-in-wall.example.net,false',
    ]),
  );
  expect(sample.evidence.filter(({ sourceUrl }) => noSource(sourceUrl))).toHaveLength(3);
  const texts = [sample.verdict.rationale, sample.competitors[0]!.positioning, sample.risks[0]!.mitigation];
  for (const text of [...texts, ...sample.evidence.flatMap(({ claim, title }) => [claim, title])]) {
    expect(text).toMatch(/^(?:<script|#read|<img|#import)/);
  }
});
