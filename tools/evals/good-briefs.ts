import type { EvalBrief } from './eval-brief';

/** Further good ideas, for trades and hobbies. */
export const GOOD_BRIEFS: readonly EvalBrief[] = [
  {
    name: 'school-bus-fleets',
    kind: 'good',
    brief: {
      idea:
        'A fortnightly letter for transport directors of school districts who buy electric buses: which grants are open, ' +
        'what districts paid per bus and charger, what broke in winter. USD 600 a year by invoice; I ran a fleet of 140 ' +
        'buses for nine years.',
      audience: 'Transport directors of public school districts',
      geography: 'United States',
    },
    label: { low: 52, high: 80 },
    reason: 'Public money forces decisions that few have made before; it depends on programs that can end.',
    expects: [],
  },
  {
    name: 'pharmacy-shortages',
    kind: 'good',
    brief: {
      idea:
        'A daily five-minute mail for hospital pharmacists: which medicines ran short today, which hospitals substituted ' +
        'what, when supply returns. EUR 90 a month a hospital. We are two hospital pharmacists with access to tenders.',
      audience: 'Heads of hospital pharmacies',
      geography: 'Germany',
    },
    label: { low: 52, high: 82 },
    reason: 'A daily, costly problem of a small audience with a budget; official lists are free and the duty is heavy.',
    expects: [],
  },
  {
    name: 'parish-energy',
    kind: 'good',
    brief: {
      idea:
        'A monthly letter for church wardens on heating old churches: what a parish paid, what it saved, which faculty ' +
        'was refused and why, which grant was won. GBP 120 a year a parish. I am an architect who advises a diocese.',
      audience: 'Wardens and treasurers of parishes',
      geography: 'England',
    },
    label: { low: 50, high: 76 },
    reason: 'A stated net-zero goal and thousands of like buildings; parishes are poor and decide slowly.',
    expects: [],
  },
  {
    name: 'customs-rulings',
    kind: 'good',
    brief: {
      idea:
        'Every Tuesday the ten customs rulings that change what importers of furniture and home textiles pay, with the ' +
        'code, the old and the new duty, and a worked example. USD 79 a month. I was a licensed customs broker for 14 years.',
      audience: 'Import managers of firms with 5 to 100 containers a month',
      geography: 'United States',
    },
    label: { low: 58, high: 86 },
    reason:
      'Duties move often and cost much, sources are public, the operator knows the trade; brokers write for free.',
    expects: [],
  },
  {
    name: 'dental-practice-buyers',
    kind: 'good',
    brief: {
      idea:
        'A weekly letter for dentists who want to buy their first practice: listings judged by price to collections, what ' +
        'lenders ask, one purchase told from letter of intent to first payroll. Paid by lenders and brokers as sponsors. ' +
        'I brokered 60 sales.',
      audience: 'Associate dentists two to eight years out of school',
      geography: 'United States',
    },
    label: { low: 54, high: 82 },
    reason: 'A purchase of hundreds of thousands that sponsors earn on; a broker who writes must stay believable.',
    expects: [],
  },
  {
    name: 'water-rights',
    kind: 'good',
    brief: {
      idea:
        'A weekly letter on sales, leases and court decisions of water rights on the Colorado River and in the Central ' +
        'Valley, with price per acre-foot. USD 1,200 a year. I traded water for an irrigation district.',
      audience: 'Farm managers, districts, funds and their lawyers',
      geography: 'Western United States',
    },
    label: { low: 52, high: 82 },
    reason: 'Scarce prices that move millions; a few hundred firms can pay, and paid reports exist.',
    expects: [],
  },
  {
    name: 'accessible-web-duty',
    kind: 'good',
    brief: {
      idea:
        'A fortnightly letter for web shops with 10 to 200 employees on the European Accessibility Act: complaints and ' +
        'orders in each country, one fix with code, one supplier tested. EUR 29 a month. I audit shops for a living.',
      audience: 'Heads of digital of online shops',
      geography: 'European Union',
    },
    label: { low: 48, high: 76 },
    reason: 'A duty since June 2025 that many do not meet; agencies and free lists are many.',
    expects: [],
  },
  {
    name: 'beekeeper-weather',
    kind: 'good',
    brief: {
      idea:
        'A weekly regional letter from March to September for hobby beekeepers: what blooms, what to do with the hives, ' +
        'varroa counts reported by readers. EUR 24 a season. I teach at a beekeeping school and have 3,000 alumni.',
      audience: 'Hobby beekeepers with 2 to 20 hives',
      geography: 'Austria and Bavaria',
    },
    label: { low: 44, high: 72 },
    reason: 'Alumni are a start and the need returns each week; associations and institutes give much of it for free.',
    expects: [],
  },
];
