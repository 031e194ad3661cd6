import { html, type Fragment, type Markup } from '../../base/html';

/** Page header: one heading, a lead sentence and actions. */
export function pageHead({
  title,
  above,
  lead,
  actions,
}: {
  title: Fragment;
  above?: Fragment;
  lead?: Fragment;
  actions?: Fragment;
}): Markup {
  return html`${above}
    <h1>${title}</h1>
    ${lead && html`<p class="lead">${lead}</p>`} ${actions && html`<div class="actions">${actions}</div>`}`;
}

/** Breadcrumb links to the parent pages. */
export function crumbs(above: readonly { href: string; label: string }[]): Markup {
  return html`<nav aria-label="Breadcrumb">
    <ol class="crumbs">
      ${above.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
    </ol>
  </nav>`;
}

/** Links to the previous and next page of a list; null if there is only one page. */
export function pagination(
  { previous, next }: { previous?: string | null; next?: string | null },
  labels = { previous: 'Newer', next: 'Older' },
): Markup | null {
  if (!previous && !next) return null;
  return html`<nav class="pages" aria-label="Pages">
    ${previous ? html`<a class="button quiet" rel="prev" href="${previous}">${labels.previous}</a>` : html`<span></span>`}
    ${next && html`<a class="button quiet" rel="next" href="${next}">${labels.next}</a>`}
  </nav>`;
}

/** Entry of a side navigation. */
export interface SideEntry {
  href: string;
  label: string;
  /** True if this is a subentry of the preceding entry. */
  part?: true;
  /** Heading of the group that starts at this entry. */
  group?: string;
}

/** Adds a side navigation column. On phones, the navigation is collapsed under the page name. */
export function withSideNavigation(
  spec: { label: string; entries: readonly SideEntry[]; current: string; before?: Fragment; after?: Fragment },
  content: Fragment,
): Markup {
  const here = spec.entries.find(({ href }) => href === spec.current);
  return html`<div class="with-side">
    <nav class="side-nav" aria-label="${spec.label}">
      <details>
        <summary>${here?.label ?? spec.label}</summary>
        ${entryList(spec)} ${spec.after}
      </details>
      <div class="wide-only">${spec.before} ${entryList(spec)} ${spec.after}</div>
    </nav>
    <div class="beside">${content}</div>
  </div>`;
}

function entryList({ entries, current }: { entries: readonly SideEntry[]; current: string }): Markup[] {
  const starts = entries.flatMap(({ group }, place) => (group === undefined && place > 0 ? [] : [place]));
  return starts.map((start, place) => {
    const { group } = entries[start]!;
    return html`${group && html`<p class="group" aria-hidden="true">${group}</p>`}
      <ul${group && html` aria-label="${group}"`}>
        ${entries.slice(start, starts[place + 1]).map(
          ({ href, label, part }) =>
            html`<li${part && html` class="part"`}>
              <a href="${href}"${href === current && html` aria-current="page"`}>${label}</a>
            </li>`,
        )}
      </ul>`;
  });
}

/** Variants, each under a level-3 heading. A script turns them into tabs and remembers the selected one. */
export function tabs(name: string, variants: readonly { label: string; body: Fragment }[]): Markup {
  return html`<div class="variants" data-tabs="${name}">
    ${variants.map(
      ({ label, body }) =>
        html`<section data-tab="${label}">
          <h3>${label}</h3>
          ${body}
        </section>`,
    )}
  </div>`;
}

/** Shown instead of an empty list: why it is empty, and what to do. */
export function emptyState({
  title,
  text,
  action,
}: {
  title: string;
  text: Fragment;
  action?: { href: string; label: string };
}): Markup {
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    ${action && html`<p><a class="button" href="${action.href}">${action.label}</a></p>`}
  </div>`;
}

/** Inline message. Screen readers announce `bad` immediately. */
export function notice(body: Fragment, tone: 'accent' | 'good' | 'warn' | 'bad' = 'accent'): Markup {
  return tone === 'bad'
    ? html`<div class="notice bad" role="alert">${body}</div>`
    : html`<div class="notice ${tone}">${body}</div>`;
}
