import type { DossierModel } from './dossier-model';

const LONGEST_WHOLE_WORD = 22;
/** A PDF repeats the target of a link on each of its lines, so a very long address is shown shortened; its target is whole. */
const LONGEST_SHOWN_ADDRESS = 120;
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * The model as the JSON that `dossier.typ` reads. Words too long for a narrow column get invisible places to break,
 * because Typst breaks at none by itself; addresses that links lead to and the run's id, which readers copy, are left alone.
 */
export function pdfInput(model: DossierModel): string {
  const evidence = model.evidence.map((entry) => ({ ...entry, shown: entry.url && shownAddress(entry.url) }));
  const bannerShort = model.banner?.split(':')[0];
  return JSON.stringify({ ...model, evidence, bannerShort }, (key, value: unknown) =>
    typeof value === 'string' && key !== 'url' && value !== model.runId ? breakable(value) : value,
  );
}

function shownAddress(url: string): string {
  return url.length <= LONGEST_SHOWN_ADDRESS ? url : `${url.slice(0, LONGEST_SHOWN_ADDRESS - 1)}…`;
}

function breakable(text: string): string {
  if (text.length <= LONGEST_WHOLE_WORD) return text;
  return text.replace(/\S+/gu, (word) =>
    word.length <= LONGEST_WHOLE_WORD
      ? word
      : word.replace(/(?:[^\p{M}\u200d]\p{M}*){8}(?!\p{M}|\u200d|$)/gu, `$&${ZERO_WIDTH_SPACE}`),
  );
}
