import { changesInWords, fileNames, shareChanged } from '../../tools/screenshots/compare';
import { useBrowser } from '../support/use';

const browser = useBrowser();

/** Picture of a white window with a black bar at its top. */
async function picture(height: number, bar: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 100, height } });
  await page.setContent(`<style>*{margin:0}div{height:${bar}px;background:#000}</style><div></div>`);
  const png = await page.screenshot();
  await page.close();
  return png;
}

test('a picture of the same page did not change, and of another as many pixels as differ, what is longer included', async () => {
  const page = await browser.newPage();
  const before = await picture(200, 20);
  expect(await shareChanged(page, before, await picture(200, 20))).toBe(0);
  expect(await shareChanged(page, before, await picture(200, 70))).toBeCloseTo(0.25, 6);
  expect(await shareChanged(page, before, await picture(400, 20))).toBeCloseTo(0.5, 6);
  expect(await shareChanged(page, await picture(400, 20), before)).toBeCloseTo(0.5, 6);
  await page.close();
});

test('the largest change is said first, then how many are as they were, and how many are new', () => {
  const changes = new Map([
    ['buy-390-dark', 0.00001],
    ['front-390-light', 0.125],
    ['terms-390-light', 0],
    ['scan-390-light', null],
  ]);
  expect(changesInWords(changes)).toEqual([
    ' 12.50% of front-390-light changed',
    ' <0.01% of buy-390-dark changed',
    '2 pictures changed, 1 are as they were, 1 are new',
  ]);
});

test('pictures are named alike from one time to the next, whatever ids a run of the product gave', () => {
  const [one, other] = ['a', 'b'].map((letter) => {
    const [run, second] = [`run_${letter.repeat(26)}`, `run_${letter.repeat(25)}2`];
    const visits = [
      '/',
      `/account/runs/${run}`,
      `/account/runs/${second}`,
      `/account/runs/new?from=${run}`,
      `/checkout/success?session_id=cs_test_${letter.repeat(30)}`,
    ];
    return [...fileNames(visits).values()];
  });
  expect(one).toEqual(other);
  expect(one).toEqual([
    'front',
    'account-runs-run-1',
    'account-runs-run-2',
    'account-runs-new-from-run-1',
    'checkout-success-session-id-cs-1',
  ]);
});
