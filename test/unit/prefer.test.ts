import { readPreferredWait } from '../../http/prefer';

test.each([
  ['wait=0', 0],
  ['wait=30', 30],
  ['Wait = "7"', 7],
  ['respond-async, wait=10', 10],
  ['wait=10; strict', 10],
  ['wait=5, wait=20', 5],
])('"%s" is a wait of %i seconds', (prefer, seconds) => {
  expect(readPreferredWait(prefer)).toBe(seconds);
});

test.each([
  '',
  'wait',
  'wait=',
  'wait=31',
  'wait=-1',
  'wait=1.5',
  'wait=1e1',
  'wait=9999999999999999999',
  'wait=31, wait=5',
  'wait="5',
  'waits=5',
  'await=5',
  'x; wait=5',
  'x="wait=5"',
  'wait=5=5',
  'wait=""5',
  `${' '.repeat(10_000)}wait`,
  // More than a hundred characters are not read.
  `wait=5;${' '.repeat(100)}`,
])('"%s" is no wait', (prefer) => {
  expect(readPreferredWait(prefer)).toBeNull();
});
