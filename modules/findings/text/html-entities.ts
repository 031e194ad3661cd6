/** HTML names of the characters from U+00A0 to U+00FF. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** Other entities that occur in prose. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", hellip: '…', ndash: '–', mdash: '—', bull: '•', euro: '€' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›', trade: '™' },
  ...{ rarr: '→', larr: '←', le: '≤', ge: '≥', ne: '≠', asymp: '≈', minus: '−', ensp: ' ', emsp: ' ', thinsp: ' ' },
  ...{
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Zcaron: 'Ž',
    zcaron: 'ž',
    permil: '‰',
    prime: '′',
    Prime: '″',
  },
};
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(' ').map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ...Object.entries(OTHERS),
]);

/** An entity with a known name or a number. Its ampersand may itself be escaped, even repeatedly (`&amp;amp;`). */
export const ENTITY = new RegExp(
  `&(?:amp;)*(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|${[...BY_NAME.keys()].join('|')});`,
  'u',
);
const ENTITIES = new RegExp(ENTITY, 'gu');

/** Decodes entities, except those for control and format characters. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITIES, (entity) => {
    const name = entity.slice(1, -1).replace(/^(?:amp;)+/u, '');
    return named(name) ?? entity;
  });
}

function named(name: string): string | null {
  if (!name.startsWith('#')) return name === 'shy' ? '' : (BY_NAME.get(name) ?? null);
  const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code > 0x10ffff) return null;
  const character = String.fromCodePoint(code);
  return /[\p{C}\\]/u.test(character) ? null : character;
}
