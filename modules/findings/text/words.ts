/** Words that negate or introduce an exception, in languages that separate words. */
const WORDS = new Set(
  (
    'no not nor none never nobody nothing neither nowhere cannot cant wont hardly barely scarcely without unless except ' +
    'excluding barring lack lacks lacked fail fails failed deny denies denied false untrue unlikely ' +
    'nicht nichts nie niemals niemand kein keine keinen keinem keiner keines weder ohne kaum außer falsch ' +
    'ne pas jamais rien aucun aucune sans personne ni non sauf guère ' +
    'nunca jamás nadie nada ningún ninguna ninguno sin tampoco salvo ' +
    'não nunca nem ninguém nenhum nenhuma sem jamais exceto ' +
    'mai nessuno nessuna niente nulla senza né neanche neppure tranne ' +
    'niet niets niemand nooit geen noch zonder behalve ' +
    'inte icke ej aldrig ingen inget inga utan ikke intet uden uten ingenting ' +
    'ei en et emme ette eivät ilman koskaan ' +
    'nie nikt nic nigdy bez żaden żadna żadne oprócz ne není nejsou nikdy nikdo nic žádný kromě ' +
    'nem nincs nincsenek soha senki semmi nélkül kivéve nu fără nici nimeni nimic niciodată ' +
    'değil yok hiç hiçbir asla olmadan hariç ' +
    'δεν δε μην όχι χωρίς ποτέ κανείς τίποτα εκτός ' +
    'не ни нет никогда никто ничего без кроме нельзя ні немає ніколи ніхто нічого жоден крім ' +
    'لا لم لن ليس ليست ليسوا غير بدون دون ما إلا أبدا ' +
    'نه نیست نیستند هیچ بدون هرگز ' +
    'לא אין בלי אף מעולם שום ללא ' +
    'नहीं न मत बिना कभी কখনো না নেই নয় ' +
    'không chưa chẳng đừng trừ tidak bukan tanpa belum jangan kecuali hindi wala 안'
  ).split(' '),
);

/** Negations within words, or in languages that do not separate words. */
const PARTS = /n't(?!\p{L})|不|没|沒|无|無|非|未|否|莫|别|ない|なく|なかっ|ません|ず|않|못|없|아니|ไม่|มิ|ห้าม|ไร้|ບໍ່|មិន|မ/u;

/**
 * True if normalized text may contain a negation or exception. Prefers false positives, which only forbid a quotation
 * to omit the text.
 */
export function mayNegate(text: string): boolean {
  return PARTS.test(text) || (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => WORDS.has(word));
}

/** Positions of one string in another, in ascending order. Takes linear time (Knuth-Morris-Pratt). */
export function occurrences(text: string, sought: string): number[] {
  const found: number[] = [];
  if (sought === '') return found;
  const borders = bordersOf(sought);
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    while (matched > 0 && text.charCodeAt(i) !== sought.charCodeAt(matched)) matched = borders[matched - 1]!;
    if (text.charCodeAt(i) === sought.charCodeAt(matched)) matched += 1;
    if (matched === sought.length) {
      found.push(i - matched + 1);
      matched = borders[matched - 1]!;
    }
  }
  return found;
}

/** For each prefix of a string, the length of its longest proper prefix that is also a suffix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let i = 1, length = 0; i < text.length; i++) {
    while (length > 0 && text.charCodeAt(i) !== text.charCodeAt(length)) length = borders[length - 1]!;
    if (text.charCodeAt(i) === text.charCodeAt(length)) length += 1;
    borders[i] = length;
  }
  return borders;
}
