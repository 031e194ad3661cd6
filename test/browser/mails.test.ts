import { accessibilityFlaws, pageWidth } from '../support/browser';
import { shown, withoutStyleSheets } from '../support/mails';
import { SAMPLE_MAILS } from '../support/sample-mails';
import { use, useBrowser } from '../support/use';

const browser = useBrowser();
const page = use(() => browser.newPage({ viewport: { width: 360, height: 740 } }));

test.each(Object.entries(SAMPLE_MAILS))(
  'the mail %s fits a phone, even without style sheets',
  async (_name, { html }) => {
    for (const form of [shown(html), withoutStyleSheets(html)]) {
      await page.setContent(form);
      expect(await pageWidth(page)).toBe(360);
    }
  },
);

// Together, these emails contain every kind of block.
test.each(['run completed', 'search completed', 'receipt with tax and seller', 'support forwarded', 'new device'])(
  'the mail %s is accessible in light and dark mode and without style sheets',
  async (name) => {
    const { html } = SAMPLE_MAILS[name]!;
    for (const [form, colorScheme] of [
      [shown(html), 'light'],
      [shown(html), 'dark'],
      [withoutStyleSheets(html), 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setContent(form);
      expect(await accessibilityFlaws(page)).toEqual([]);
    }
  },
);
