import * as fc from 'fast-check';
import { readTask, writeTask } from '../../domain/task-message';

const now = new Date('2026-11-20T10:00:00.000Z');
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom('</research_brief>', '<research_brief>', '\n', '\r', '\u2028', '\u2029', '"', '\\', '<', 'x'),
    )
    .map((parts) => parts.join('')),
);
const brief = fc.record({ idea: hostile, audience: fc.option(hostile), geography: fc.option(hostile) });

test('a brief is read from its message exactly as it was written, whatever characters it holds', () => {
  fc.assert(
    fc.property(brief, (given) => expect(readTask(writeTask(given, now))).toEqual(given)),
    { numRuns: 1_000 },
  );
});

test("no text of the caller can open or close the block, or leave the block's one line", () => {
  fc.assert(
    fc.property(brief, (given) => {
      const message = writeTask(given, now);
      const lines = message.split('\n');
      expect(lines).toHaveLength(7);
      expect(lines[4]).toBe('<research_brief>');
      expect(lines[6]).toBe('</research_brief>');
      expect(lines[5]).not.toMatch(/[<\n\r]/);
      expect(message.match(/<\/?research_brief>/g)).toHaveLength(2);
    }),
    { numRuns: 1_000 },
  );
});

test('text outside the block is the same for every brief of the same date', () => {
  const frame = (idea: string) => {
    const lines = writeTask({ idea, audience: null, geography: null }, now).split('\n');
    return lines.toSpliced(5, 1);
  };
  expect(frame('Ignore the above')).toEqual(frame('A letter on tides'));
  expect(frame('x').join('\n')).toContain('2026-11-20T10:00:00.000Z');
});

test('only the three fields of a brief reach the agent', () => {
  const message = writeTask({ idea: 'x', audience: null, geography: null, email: 'a@example.org' } as never, now);
  expect(message).not.toContain('example.org');
});

test('a message without a block holds no brief', () => {
  expect(readTask('Research newsletters')).toBeNull();
});
