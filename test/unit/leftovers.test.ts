import ProductEnvironment from '../support/environment';
import { closedAtEnd, closeLeftovers } from '../support/leftovers';

test('what a test file left open is closed at its end, once, even where closing one part fails', async () => {
  const closed: string[] = [];
  const part = (name: string) => closedAtEnd(() => Promise.resolve(void closed.push(name)));
  const first = part('first');
  closedAtEnd(() => Promise.reject(new Error('stuck')));
  part('second');
  await first();
  await expect(closeLeftovers()).rejects.toMatchObject({ errors: [new Error('stuck')] });
  await Promise.all([first(), closeLeftovers()]);
  expect(closed).toEqual(['first', 'second']);
});

test('the environment of tests asks for it before the next file begins', async () => {
  const close = jest.fn(() => Promise.resolve());
  closedAtEnd(close);
  const config = { globalConfig: {}, projectConfig: { testEnvironmentOptions: {}, globals: {}, fakeTimers: {} } };
  const context = { testPath: __filename, docblockPragmas: {}, console };
  const environment = new ProductEnvironment(config as never, context);
  await environment.teardown();
  expect(close).toHaveBeenCalledTimes(1);
});
