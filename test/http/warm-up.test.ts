import type { RequestListener } from 'node:http';
import { warmUp } from '../../server/warm-up';

/** Answers each request with the next of these statuses, then 200; returns the paths that were asked for. */
function answering(...statuses: number[]): { listener: RequestListener; asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url);
    response.writeHead(statuses.shift() ?? 200).end();
  };
  return { listener, asked };
}

test('a new process asks itself for the front page and the catalog', async () => {
  const { listener, asked } = answering();
  await warmUp(listener);
  expect(asked).toEqual(['/', '/opportunities']);
});

test('a new process asks itself again while a page is not shown, three times at most', async () => {
  const slow = answering(503, 200);
  await warmUp(slow.listener);
  expect(slow.asked).toEqual(['/', '/opportunities', '/', '/opportunities']);
  const away = answering(...Array.from({ length: 20 }, () => 503));
  await warmUp(away.listener);
  expect(away.asked).toHaveLength(6);
});
