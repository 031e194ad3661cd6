import { createLog, MAX_LINE_BYTES } from '../../platform/log';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog('info', 'api', { write: (line: string) => void lines.push(line) }));
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    expect(line.endsWith('\n')).toBe(true);
  }
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a line of ordinary size is unchanged', () => {
  expect(logged((log) => log.info({ requestId: 'r1' }, 'answered'))[0]).toMatchObject({
    level: 30,
    process: 'api',
    requestId: 'r1',
    msg: 'answered',
  });
});

test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
  ['an error with a message of a megabyte', (log) => log.error({ err: new Error('é'.repeat(1e6)) }, 'failed')],
  [
    'an object of ten thousand members',
    (log) => log.warn(Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => [`k${i}`, 'v'])), 'failed'),
  ],
  [
    'a list of a hundred thousand items',
    (log) => log.warn({ items: Array.from({ length: 1e5 }, () => 'x') }, 'failed'),
  ],
  ['a name of a hundred thousand characters', (log) => log.warn({ ['n'.repeat(1e5)]: 1 }, 'failed')],
  [
    'lists in lists',
    (log) =>
      log.warn(
        { deep: Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => ['\u0001'.repeat(3_000)])) },
        'failed',
      ),
  ],
  ['a message of ten megabytes', (log) => log.warn('m'.repeat(1e7))],
])('%s becomes one line that can be read, is short and says that it was cut', (_, write) => {
  const lines = logged(write);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.truncatedFrom).toBeGreaterThan(MAX_LINE_BYTES);
});

test('a shortened line keeps its identifying fields, whatever logger wrote it', () => {
  const [line] = logged((log) => log.child({ requestId: 'r2' }).error({ err: new Error('x'.repeat(1e5)) }, 'failed'));
  expect(line).toMatchObject({ level: 50, process: 'api', requestId: 'r2', msg: 'failed', err: { type: 'Error' } });
});
