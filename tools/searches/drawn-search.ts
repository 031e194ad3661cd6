import type { SearchCreate } from '../../contracts/runs';
import { FEWEST_CANDIDATES, MOST_CANDIDATES } from '../../contracts/runs';
import { RULE_BREAKERS } from '../../stand-ins/agents/rule-breakers';
import type { Dice } from '../campaign/dice';

/** What befalls the session of one candidate, by its number from 1. */
export interface Trouble {
  candidate: number;
  /** `corrected`: breaks rules and passes after it; `thin`: never has enough sources; `refuses`, `idle`: hands in nothing. */
  kind: 'corrected' | 'thin' | 'refuses' | 'idle';
  rule: string;
  times: number;
}

/** One search as it is drawn: its request, and what its agent is told to do wrong. */
export interface DrawnSearch {
  body: Required<Pick<SearchCreate, 'operatorProfile' | 'expertise' | 'candidateCount'>>;
  /** Words that tasks of this search alone hold. */
  mark: string;
  /** True where its plan is flawed at first. */
  planCorrected: boolean;
  troubles: Trouble[];
}

/** Who asks, in scripts with and without spaces, and from right to left. */
const OPERATORS = [
  ['Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners', ['heat pumps', 'building law']],
  ['Fachanwältin für Vergaberecht in Köln mit zwölf Jahren Erfahrung', ['öffentliche Ausschreibungen', 'Straßenbau']],
  ['食品卸で15年の経験があり、地方の弁当製造業者をよく知っている発行者', ['弁当の仕入れ価格', '食品表示法']],
  ['محرر صحفي في القاهرة يعرف سوق العقارات منذ عشر سنوات', ['أسعار الشقق', 'قانون الإيجار']],
  ['นักบัญชีในเชียงใหม่ที่ดูแลร้านอาหารขนาดเล็กมาสิบปี', ['ภาษีร้านอาหาร', 'ค่าแรงพนักงาน']],
  ['पुणे में दस साल से छोटे किसानों को सलाह देने वाला कृषि विशेषज्ञ', ['प्याज के दाम', 'सिंचाई योजनाएँ']],
  ['Ναυτικός πράκτορας στον Πειραιά με είκοσι χρόνια εμπειρίας', ['ναύλοι', 'λιμάνια']],
  ['Beekeeper 🐝 who writes well & quickly; <5 hours a week — "no ads", ever', ['bees <and> hives', 'honey & wax']],
] as const;

/** Corrections of one candidate; one fewer than every agent may make. */
const MOST_CORRECTIONS = 2;
/** Rules whose breach costs a source: twice in a row, candidates with just enough would end below the floor. */
const COSTLY = new Set(['source-is-page', 'source-address', 'old-prices-low', 'exchange-holds', 'rival-prices']);

const RULES = Object.keys(RULE_BREAKERS).filter((rule) => rule !== 'enough-evidence');

/** Draws the search of this number. The first is as large as a search may be, the second as small. */
export function drawSearch(number: number, dice: Dice): DrawnSearch {
  const [operator, expertise] = dice.oneOf(OPERATORS);
  const candidateCount = [MOST_CANDIDATES, FEWEST_CANDIDATES][number] ?? mostlyFew(dice);
  const mark = `(search ${number})`;
  const troubled = dice.shuffled(Array.from({ length: candidateCount }, (_, i) => i + 1));
  // Half of them pass whatever happens, which is what a search needs.
  const lost = Math.floor(candidateCount / 2);
  const troubles = troubled.flatMap((candidate, i): Trouble[] => {
    const kind = dice.chance(0.25) ? dice.oneOf(['corrected', 'thin', 'refuses', 'idle'] as const) : null;
    if (kind === null) return [];
    const rule = dice.oneOf(RULES);
    const times = dice.between(1, COSTLY.has(rule) ? 1 : MOST_CORRECTIONS);
    return [{ candidate, kind: i < lost ? kind : 'corrected', rule, times }];
  });
  return {
    body: {
      operatorProfile: `${operator} ${mark}`,
      expertise: dice.chance(0.3) ? longest(expertise) : [...expertise],
      candidateCount,
    },
    mark,
    planCorrected: dice.chance(0.2),
    troubles,
  };
}

/** As many subjects as a search may name, each as long as it may be. */
function longest(expertise: readonly string[]): string[] {
  return Array.from({ length: 20 }, (_, i) => `${expertise[i % expertise.length]} ${i} `.repeat(9).slice(0, 80).trim());
}

function mostlyFew(dice: Dice): number {
  return FEWEST_CANDIDATES + Math.floor(dice.next() ** 3 * (MOST_CANDIDATES - FEWEST_CANDIDATES + 1));
}
