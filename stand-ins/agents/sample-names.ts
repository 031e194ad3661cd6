import { Dice } from './sample-words';

const BEGINNINGS =
  'Bram Calden Dorn Ever Fenna Garn Hask Ivel Kels Lund Marl Norra Ost Pem Quill Rav Selk Thorn Uld Wex'.split(' ');
const ENDINGS = 'beck combe garth holt mere mund rigg stead thorpe wick'.split(' ');

/** An invented place name, drawn by `seed`; `place` tells apart what one document names, up to 20. */
function placeName(seed: string, place: number): string {
  const dice = new Dice({ idea: seed, audience: 'names', geography: null });
  const beginning = BEGINNINGS[(dice.between(0, BEGINNINGS.length - 1) + place * 7) % BEGINNINGS.length]!;
  return beginning + ENDINGS[(dice.between(0, ENDINGS.length - 1) + place * 3) % ENDINGS.length]!;
}

const LETTERS = ['Letter', 'Brief', 'Dispatch', 'Notes', 'Review', 'Ledger', 'Bulletin', 'Memo'];
const COMPANIES = ['Tools', 'Supply', 'Insurance', 'Software', 'Finance', 'Training', 'Logistics', 'Partners'];

/** Name and address of something that does not exist; the address is under a reserved name. */
export interface Invented {
  name: string;
  url: string;
}

/** A newsletter that does not exist; different at each place below 20. */
export function inventedLetter(seed: string, place: number): Invented {
  return invented(`The ${placeName(seed, place)} ${LETTERS[place % LETTERS.length]!}`, seed);
}

/** A company that does not exist; different at each place below 8. */
export function inventedCompany(seed: string, place: number): Invented {
  return invented(`${placeName(`${seed} companies`, place)} ${COMPANIES[place % COMPANIES.length]!}`, seed);
}

/** The path tells apart what two ideas name alike: ideas that share their rivals may count as one. */
function invented(name: string, seed: string): Invented {
  const number = new Dice({ idea: seed, audience: name, geography: null }).between(1, 60_000);
  return { name, url: `https://${slug(name.replace(/^The /u, ''))}.example/issues/${number}` };
}

/** Letters of ASCII in lower case with hyphens between words; empty for a name without any. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
}
