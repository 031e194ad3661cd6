import { html, type Fragment, type Markup } from '../../platform/html';

/** Bar of work with its words; `id` is unique on the page. */
export function progressBar(
  id: string,
  { label, done, total, note }: { label: Fragment; done: number; total: number; note?: Fragment },
): Markup {
  return html`<div class="progress">
    <p><span id="${id}">${label}</span><span class="soft">${note ?? `${done} of ${total}`}</span></p>
    <progress aria-labelledby="${id}" value="${done}" max="${total}">${done} of ${total}</progress>
  </div>`;
}

/** Steps of work in their order; `now` is the place of the one under way, its number of steps when all are done. */
export function stages(label: string, names: readonly Fragment[], now: number): Markup {
  return html`<ol class="stages" aria-label="${label}">
    ${names.map((name, place) => {
      if (place < now) return html`<li class="done">${name}<span class="visually-hidden">, done</span></li>`;
      if (place === now) return html`<li class="now" aria-current="step">${name}</li>`;
      return html`<li>${name}</li>`;
    })}
  </ol>`;
}
