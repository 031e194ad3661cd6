import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { COLOURS } from '../../web/tokens';
import { TYPEFACES } from '../../documents/typefaces';

/** Picture that previews of links show: the mark, the name and what the service does. */
export async function socialPicture(browser: Browser, svg: string): Promise<Buffer> {
  const faces = TYPEFACES.filter(({ subset }) => subset === 'latin').map(({ family, weight, path }) => {
    const data = readFileSync(path).toString('base64');
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data})}`;
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`<style>${faces.join('')}
    *{margin:0;box-sizing:border-box}
    body{width:1200px;height:630px;padding:84px 90px;background:${COLOURS.ground.light};color:${COLOURS.ink.light};
      border-bottom:14px solid ${COLOURS.accent.light};display:flex;flex-direction:column;justify-content:space-between;
      font:400 34px/1.4 "Source Sans 3"}
    div{display:flex;align-items:center;gap:28px;font:600 34px/1.15 "Source Serif 4 Display"}
    svg{width:92px;height:92px}
    h1{font:600 84px/1.08 "Source Serif 4 Display";letter-spacing:-1.5px;max-width:1000px}
    p{color:${COLOURS.soft.light}}
  </style>
  <div>${svg}<span>Newsletter Opportunity<br>Intelligence</span></div>
  <h1>Know whether a newsletter is worth starting.</h1>
  <p>Researched by AI agents. Every score with its sources.</p>`);
  await page.evaluate('document.fonts.ready');
  const image = await page.screenshot();
  await page.close();
  return image;
}
