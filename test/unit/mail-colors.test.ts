import { SAMPLE_MAILS } from '../support/sample-mails';
import { COLOURS } from '../../web/tokens';

test('mails have the colors of the site, in light and dark, and its mark without a picture', () => {
  const ofSite = new Set<string>(Object.values(COLOURS).flatMap(({ light, dark }) => [light, dark]));
  for (const [name, { html }] of Object.entries(SAMPLE_MAILS)) {
    const foreign = [...html.matchAll(/(?:color|border[\w-]*):[^;"]*?(#[0-9a-f]{6})\b/g)].map(([, color]) => color!);
    expect([name, foreign.length > 20, foreign.filter((color) => !ofSite.has(color))]).toEqual([name, true, []]);
    expect([name, html.match(/class="mark-line"/g)?.length, /<img|<svg|url\(/.test(html)]).toEqual([name, 4, false]);
  }
});
