import { html, type Fragment, type Markup } from '../../platform/html';

/** Entry of a side navigation. */
export interface SideEntry {
  href: string;
  label: string;
  /** True for a part of the entry above it. */
  part?: true;
}

/**
 * Navigation of a part of the site next to its content: a column, on a phone folded behind the name of the page.
 * `after` is below the entries.
 */
export function withSideNavigation(
  spec: { label: string; entries: readonly SideEntry[]; current: string; before?: Fragment; after?: Fragment },
  content: Fragment,
): Markup {
  const here = spec.entries.find(({ href }) => href === spec.current);
  return html`<div class="with-side">
    <nav class="side-nav" aria-label="${spec.label}">
      <details>
        <summary>${here?.label ?? spec.label}</summary>
        ${list(spec)} ${spec.after}
      </details>
      <div class="wide-only">${spec.before} ${list(spec)} ${spec.after}</div>
    </nav>
    <div class="beside">${content}</div>
  </div>`;
}

function list({ entries, current }: { entries: readonly SideEntry[]; current: string }): Markup {
  return html`<ul>
    ${entries.map(
      ({ href, label, part }) =>
        html`<li${part && html` class="part"`}>
          <a href="${href}"${href === current && html` aria-current="page"`}>${label}</a>
        </li>`,
    )}
  </ul>`;
}
