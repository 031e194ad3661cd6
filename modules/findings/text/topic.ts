/**
 * Words that say nothing about a topic: articles, prepositions and common newsletter words, in widely read languages.
 */
const NO_TOPIC = new Set(
  (
    'a an the of on for to in at by with and or from about into every each your their this that s t l d ' +
    'daily week weekly biweekly fortnightly month monthly quarterly letter newsletter digest brief briefing bulletin ' +
    'report roundup update news dispatch email edition issue ' +
    'der die das des dem den ein eine einer eines für von vom zu zum zur im am an auf über mit und oder aus bei ' +
    'woche wöchentlich wochenbrief täglich monat monatlich rundbrief infobrief nachrichten ' +
    'le la les un une du de pour sur au aux et ou en dans par avec hebdo hebdomadaire semaine lettre mensuel infolettre ' +
    'el los las una unos unas del para sobre por con y al semana semanal boletín carta mensual noticias ' +
    'o os as um uma do da dos das no na nos nas com e em ao boletim ' +
    'il lo gli i uno di della dei delle degli per su sul sulla da settimana settimanale lettera notiziario ' +
    'het een van voor over op met wekelijks nieuwsbrief nieuws och för om på av veckobrev nyhetsbrev ' +
    'dla w z tygodnik tydzień для о об про и в на с по неделя недели еженедельник рассылка письмо новости ' +
    'של על עבור שבוע השבוע שבועון שבועי עלון העלון في من على عن إلى أسبوعية الأسبوع نشرة ' +
    'の は が を に へ と で や 向け ため 週 週刊 毎週 週報 ニュース レター ニュースレター 通信 ' +
    '的 为 和 给 每周 周刊 周报 通讯 资讯 주간 매주 뉴스레터 소식지'
  ).split(' '),
);

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Words of a short string except {@link NO_TOPIC}, or all words if nothing remains. */
export function topicOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(/['’ʼ]/gu, ' ');
  const words = [...segmenter.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
  const telling = words.filter((word) => !NO_TOPIC.has(word) && !NO_TOPIC.has(singular(word)));
  return [...new Set((telling.length > 0 ? telling : words).map(singular))];
}

function singular(word: string): string {
  if (/^[a-z]+ies$/u.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:x|z|ch|sh|ss)es$/u.test(word)) return word.slice(0, -2);
  return /\p{L}{2}(?<![suiaoé])s$/u.test(word) ? word.slice(0, -1) : word;
}

/**
 * Words have the same stem if they begin with the same `shared` letters and have at most `ending` more: `install|ers`.
 */
const STEM = { shared: 6, ending: 3 };

function areOneWord(one: string, other: string): boolean {
  if (one === other) return true;
  let shared = 0;
  while (shared < one.length && one.charAt(shared) === other.charAt(shared)) shared += 1;
  return shared >= STEM.shared && Math.max(one.length, other.length) - shared <= STEM.ending;
}

/** Number of words of one topic that also occur in the other. */
export function sharedWords(one: readonly string[], other: readonly string[]): number {
  return one.filter((word) => other.some((its) => areOneWord(word, its))).length;
}
