import ClosingEnvironment from '../support/environment';
import { closedAtEnd, closeLeftovers } from '../../tools/support/leftovers';

test('what a test file left open is closed at its end, once, even where closing one part fails', async () => {
  const closed: string[] = [];
  const part = (name: string) => closedAtEnd(() => Promise.resolve(void closed.push(name)));
  const first = part('first');
  closedAtEnd(() => Promise.reject(new Error('stuck')));
  part('second');
  await first();
  await closeLeftovers();
  await Promise.all([first(), closeLeftovers()]);
  expect(closed).toEqual(['first', 'second']);
});

test('the environment of tests asks for it before the next file begins', () => {
  const teardown = jest.fn(() => Promise.resolve());
  const own = { global: { closeLeftovers: teardown }, context: null } as unknown as ClosingEnvironment;
  void ClosingEnvironment.prototype.teardown.call(own).catch(() => undefined);
  expect(teardown).toHaveBeenCalledTimes(1);
  expect(globalThis).toHaveProperty('closeLeftovers', closeLeftovers);
});
