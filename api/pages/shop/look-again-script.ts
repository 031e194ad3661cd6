import { asset } from '../page';

/** Has a page that waits for something look again every two seconds; without scripts its reader does, by a link. */
export const lookAgainScript = asset(
  '/assets/look-again.js',
  'text/javascript; charset=utf-8',
  'setTimeout(() => location.reload(), 2000);\n',
);
