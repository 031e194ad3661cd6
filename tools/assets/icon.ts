import type { Browser } from 'playwright-core';

const HEADER = 6;
const ENTRY = 16;

/** Icon file with the drawing in several sizes, as PNG images. */
export async function iconOf(browser: Browser, svg: string, sizes: readonly number[]): Promise<Buffer> {
  const images: Buffer[] = [];
  for (const size of sizes) images.push(await drawn(browser, svg, size));
  const head = Buffer.alloc(HEADER + ENTRY * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [place, image] of images.entries()) {
    const at = HEADER + ENTRY * place;
    head.writeUInt8(sizes[place]!, at);
    head.writeUInt8(sizes[place]!, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}

async function drawn(browser: Browser, svg: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
}
