import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { computedPage } from './computed-pages';
import { sharedHost } from './own-sites';
import { withDates } from './relative-dates';

/** Page of the sample web. */
export interface SamplePage {
  url: string;
  title: string;
  /** `YYYY-MM-DD`; null if the page does not say. Declared as `"40 days ago"` where it must not age. */
  publishedAt: string | null;
  format: 'html' | 'text' | 'pdf';
  /** Paragraphs. */
  text: string[];
}

type Declared = Omit<SamplePage, 'format'> & { format?: SamplePage['format'] };

/** Folder of declared pages: any number of files, each an array of pages. */
const FOLDER = join(PACKAGE_ROOT, 'stand-ins', 'web', 'pages');

/** Page at an address of the sample web, declared or computed; null if there is none. See {@link declaredPages}. */
export const findPage = createPageFinder();

/** Finds pages among those that a folder declares, which is read once when an address needs it, and computed ones. */
export function createPageFinder(folder = FOLDER): (address: string) => SamplePage | null {
  let declared: Map<string, SamplePage> | null = null;
  return (address) => {
    const url = new URL(address);
    url.hash = '';
    const asked = url.href;
    url.hostname = sharedHost(url.hostname);
    const computed = computedPage(url);
    if (computed) return { ...computed, url: asked, format: 'html' };
    declared ??= new Map(declaredPages(folder).map((page) => [new URL(page.url).href, page]));
    return withDates(declared.get(url.href) ?? null, new Date()) as SamplePage | null;
  };
}

/**
 * All declared pages; none where a folder is not there, as in an image that serves no samples.
 *
 * @throws Error naming an address that is declared twice
 */
export function declaredPages(folder = FOLDER): SamplePage[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const pages = files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Declared[]);
  const urls = new Set<string>();
  for (const { url } of pages) {
    if (urls.has(url)) throw new Error(`The sample web declares ${url} twice`);
    urls.add(url);
  }
  return pages.map((page) => ({ ...page, format: page.format ?? 'html' }));
}
