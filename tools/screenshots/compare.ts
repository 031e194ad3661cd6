import type { Page } from 'playwright-core';

/** Difference of a color channel, of 255, below which nobody sees one: smoothed edges are not drawn the same each time. */
const SEEN_FROM = 24;

/**
 * Share of the pixels that differ between two PNG pictures, 0 to 1. What only the larger one has differs. The browser that
 * took them reads them, on any page of its own.
 */
export function shareChanged(page: Page, before: Buffer, after: Buffer): Promise<number> {
  const [one, other] = [before, after].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  return page.evaluate<number>(`(async () => {
    const read = async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      canvas.drawImage(picture, 0, 0);
      return canvas.getImageData(0, 0, picture.width, picture.height);
    };
    const [one, other] = [await read('${one}'), await read('${other}')];
    const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
    let same = 0;
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
      const [i, j] = [4 * (y * one.width + x), 4 * (y * other.width + x)];
      let differs = 0;
      for (let channel = 0; channel < 3; channel++)
        differs = Math.max(differs, Math.abs(one.data[i + channel] - other.data[j + channel]));
      if (differs < ${SEEN_FROM}) same++;
    }
    return 1 - same / (Math.max(one.width, other.width) * Math.max(one.height, other.height));
  })()`);
}

/** How each picture of a visit compares with that of the last time; null where there was none. */
export type Changes = Map<string, number | null>;

/** What changed since the last time, in lines: the largest change first, then what is new. */
export function changesInWords(changes: Changes): string[] {
  const known = [...changes].flatMap(([name, share]) => (share === null ? [] : [{ name, share }]));
  const changed = known.filter(({ share }) => share > 0).toSorted((one, other) => other.share - one.share);
  const added = changes.size - known.length;
  return [
    ...changed.map(({ name, share }) => `${percent(share).padStart(7)} of ${name} changed`),
    `${changed.length} pictures changed, ${known.length - changed.length} are as they were, ${added} are new`,
  ];
}

const percent = (share: number) => (share < 0.0001 ? '<0.01%' : `${(100 * share).toFixed(2)}%`);

/**
 * Names of the files of visits, in their order: alike from one time to the next, although ids are not. The first run that
 * is visited is `run-1`.
 */
export function fileNames(visits: readonly string[]): Map<string, string> {
  const numbered = new Map<string, string>();
  const counts = new Map<string, number>();
  const stable = (id: string, prefix: string) => {
    const known = numbered.get(id);
    if (known) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const name = `${prefix}-${count}`;
    numbered.set(id, name);
    return name;
  };
  return new Map(
    visits.map((as) => {
      const named = as.replaceAll(/\b([a-z]{2,3})_\w{16,}/g, stable);
      return [as, named.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'front'];
    }),
  );
}
