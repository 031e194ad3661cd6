import { gathered } from '../../activities/gathered';

test('what comes while a write is under way is written together, and nobody is answered before it is', async () => {
  const writes: { items: string[]; end: (error?: Error) => void }[] = [];
  const write = gathered<string>(
    (items) =>
      new Promise((resolve, reject) => writes.push({ items, end: (error) => (error ? reject(error) : resolve()) })),
  );
  const events: string[] = [];
  const tell = (item: string) =>
    write(item).then(
      () => events.push(item),
      (error: Error) => events.push(`${item}: ${error.message}`),
    );

  const first = tell('a');
  await Promise.resolve();
  const others = Promise.all([tell('b'), tell('c')]);
  expect(writes.map(({ items }) => items)).toEqual([['a']]);

  writes[0]!.end(new Error('disk full'));
  await first;
  expect(events).toEqual(['a: disk full']);
  await Promise.resolve();
  expect(writes.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);

  writes[1]!.end();
  await others;
  expect(events).toEqual(['a: disk full', 'b', 'c']);
});
