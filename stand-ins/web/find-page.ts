import { readFolder } from '../base/data';
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

let declared: Map<string, Declared> | null = null;

/** Page at an address of the sample web, declared in a file or computed; null if there is none. */
export function findPage(address: string): SamplePage | null {
  const url = new URL(address);
  url.hash = '';
  const asked = url.href;
  url.hostname = sharedHost(url.hostname);
  const computed = computedPage(url);
  if (computed) return { ...computed, url: asked, format: 'html' };
  declared ??= new Map(readFolder<Declared[]>('web/pages').flatMap((pages) => pages.map((page) => [page.url, page])));
  const page = declared.get(url.href);
  return page ? (withDates({ format: 'html', ...page }, new Date()) as SamplePage) : null;
}
