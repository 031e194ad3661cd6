/** Names under which pages say when they were published, the surest first. */
const NAMES = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date',
  'dcterms.date',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publish-date',
  'date',
];

/** Day of publication that a page states, as it was found; the surest statement counts. */
export class PageDate {
  private place = Infinity;
  private found: string | null = null;

  /** Takes a statement by its name, such as that of a `meta` element. */
  named(name: string, value: string): void {
    const place = NAMES.indexOf(name.toLowerCase());
    if (place !== -1) this.take(place, value);
  }

  linked(json: string): void {
    const [, value] = /"datePublished"\s{0,9}:\s{0,9}"([^"]{8,40})"/u.exec(json) ?? [];
    if (value !== undefined) this.named('datepublished', value);
  }

  /** Takes a time that the page shows, which counts if it says nothing else. */
  shown(value: string): void {
    this.take(NAMES.length, value);
  }

  /** `YYYY-MM-DD`; null if the page states none. */
  get day(): string | null {
    return this.found;
  }

  private take(place: number, value: string): void {
    const day = place < this.place ? dayOf(value) : null;
    if (day === null) return;
    this.place = place;
    this.found = day;
  }
}

/** Day of a date as pages and PDFs write it: `2026-04-02T…`, `2026/04/02`, `20260402`; null for any other. */
export function dayOf(value: string): string | null {
  const [, year, month, day] = /^\s{0,9}(?:D:)?(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?!\d{1,3}(?:\D|$))/u.exec(value) ?? [];
  const written = `${year}-${month}-${day}`;
  const moment = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== written ? null : written;
}
