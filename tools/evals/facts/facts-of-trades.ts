import { named, sized, type Fact } from './fact';

/** Facts of briefs for those who read for their work, in English-speaking markets. */
export const FACTS_OF_TRADES: Readonly<Record<string, readonly Fact[]>> = {
  'device-warning-letters': [
    named(
      'Since February 2026 the Quality Management System Regulation (QMSR) is in force.',
      /QMSR|quality management system regulation/i,
    ),
    named('It takes over ISO 13485:2016.', /ISO 13485/i),
    named('The quality regulation for devices is 21 CFR Part 820.', /part 820|CFR 820/i),
    named(
      'The most cited clause is corrective and preventive action (CAPA).',
      /CAPA\b|corrective and preventive|820\.100/i,
    ),
    named(
      'The FDA publishes its inspection data in a public dashboard.',
      /data dashboard|inspection(s)? (data|classification)/i,
    ),
    named('Redica Systems (formerly FDAzilla) sells analyses of inspections.', /redica|fdazilla/i),
    named('Medtech Insight of Citeline reports on enforcement.', /medtech insight|citeline|fdanews/i),
    named('RAPS writes Regulatory Focus for the profession.', /\bRAPS\b|regulatory focus/i),
  ],
  'grant-deadlines-museums': [
    sized('About 1,700 museums are accredited in the United Kingdom.', /accredit/i, 1_400, 2_800),
    named('The National Lottery Heritage Fund is the largest funder.', /heritage fund/i),
    named('Arts Council England runs the Museum Estate and Development Fund.', /arts council/i),
    named(
      'The Association of Independent Museums (AIM) gives grants and circulates lists.',
      /association of independent museums|\bAIM\b/,
    ),
    named('The Esmée Fairbairn Collections Fund is run by the Museums Association.', /esm[ée]e fairbairn/i),
    named('The Art Fund gives grants for acquisitions and projects.', /\bart fund\b/i),
    named('The Pilgrim Trust and the Wolfson Foundation fund small museums.', /pilgrim trust|wolfson/i),
    named('Museum Development networks send news of grants for free.', /museum development|museums association/i),
  ],
  'customs-rulings': [
    named('CBP publishes its rulings in the CROSS database.', /\bCROSS\b|rulings\.cbp/),
    named('Section 232 duties on timber, upholstered furniture and cabinets began in October 2025.', /section 232/i),
    named('Section 301 duties on Chinese goods go on beside them.', /section 301/i),
    named('Furniture is in chapter 94 of the tariff schedule.', /chapter 94|heading 940|\b940[13]\b/i),
    named(
      'The Supreme Court decided on duties under IEEPA (Learning Resources v. Trump).',
      /IEEPA|learning resources/i,
    ),
    named(
      'Sandler, Travis & Rosenberg and brokers such as Flexport send free alerts.',
      /sandler|flexport|broker(s|age)?[^.]{0,40}(alert|bulletin|free)/i,
    ),
    named('International Trade Today is a paid daily on customs.', /international trade today|law360/i),
    named('Furniture Today is the weekly of the trade.', /furniture today|home textiles today|home news now/i),
  ],
  'school-bus-fleets': [
    sized('The Clean School Bus Program of the EPA has $5 billion.', /clean school bus/i, 4.5e9, 5.5e9),
    sized('About 480,000 school buses run in the United States.', /school bus/i, 420_000, 560_000),
    sized('There are about 13,000 school districts.', /district/i, 12_000, 15_000),
    sized('An electric school bus costs about $375,000.', /electric/i, 240_000, 500_000),
    named(
      'The Electric School Bus Initiative of WRI keeps free data of every district.',
      /world resources institute|\bWRI\b/i,
    ),
    named(
      'School Transportation News is a free magazine of the trade.',
      /school transportation news|school bus fleet magazine|\bSTN\b/i,
    ),
    named('NAPT is the association of pupil transportation.', /\bNAPT\b|pupil transportation/i),
    named(
      'Lion Electric became insolvent; Blue Bird and Thomas Built supply most buses.',
      /lion electric|blue bird|thomas built/i,
    ),
  ],
  'parish-energy': [
    sized('The Church of England has about 16,000 church buildings.', /church(es)?\b/i, 14_500, 17_000),
    named('General Synod set the goal of net zero by 2030.', /2030/),
    sized('£190 million are set aside for the net zero program.', /net.zero/i, 1.8e8, 2e8),
    named('Work is advised by the Diocesan Advisory Committee (DAC).', /advisory committee|\bDACs?\b/),
    named('Parishes enter their use in the Energy Footprint Tool.', /energy footprint/i),
    named('Parish Buying is a free purchasing service of the church.', /parish buying/i),
    named('The National Churches Trust gives grants and advice.', /national churches trust/i),
    named('The Church Times is the weekly of the church.', /church times/i),
  ],
  'dental-practice-buyers': [
    sized('About 202,000 dentists practice in the United States.', /dentists/i, 180_000, 220_000),
    named('The American Dental Association counts practices and their owners.', /american dental association|\bADA\b/i),
    sized(
      'Practices sell for 60 to 85 percent of collections.',
      /(%|percent)[^.]{0,60}(collections|revenue)|(collections|revenue)[^.]{0,60}(%|percent)/i,
      55,
      100,
    ),
    sized('Graduates owe about $300,000.', /debt|owe/i, 220_000, 350_000),
    named('Service organizations (DSOs) buy against them.', /\bDSOs?\b|dental (service|support) organi/i),
    named('Bank of America, Provide and Live Oak lend to buyers.', /bank of america|\bprovide\b|live oak|wells fargo/i),
    named(
      'Shared Practices is a podcast for buyers.',
      /shared practices|dentaltown|dental economics|dentist entrepreneur/i,
    ),
    named(
      'Henry Schein and ADS list practices for sale.',
      /henry schein|ddsmatch|\bADS\b|american dental sales|\bafdco\b/i,
    ),
  ],
  'water-rights': [
    named('WestWater Research publishes Water Market Insider.', /westwater/i),
    named('The Nasdaq Veles index (NQH2O) gives the price in California.', /veles|NQH2O/i),
    named('The groundwater act SGMA limits pumping.', /SGMA|sustainable groundwater/i),
    named(
      'The guidelines for the river end in 2026.',
      /(interim )?guidelines[^.]{0,60}2026|2026[^.]{0,60}guidelines|post-2026/i,
    ),
    named('The Bureau of Reclamation announces shortages.', /bureau of reclamation/i),
    named('The Imperial Irrigation District holds the largest right.', /imperial irrigation/i),
    named('Seven basin states negotiate.', /seven (basin )?states|basin states|lower basin/i),
    named('Stratecon publishes the Journal of Water.', /stratecon|journal of water|maven.?s notebook|waterwise/i),
  ],
  'ai-for-lawyers-or-judges': [
    sized('There are about 1.3 million lawyers in the United States.', /lawyers|attorneys/i, 1.15e6, 1.45e6),
    named('ABA Formal Opinion 512 rules the use of generative AI.', /opinion 512/i),
    named(
      'Mata v. Avianca was the first well-known case of invented citations.',
      /mata|avianca|hallucinat|invented citations/i,
    ),
    named('LawSites of Bob Ambrogi covers the field for free.', /lawsites|lawnext|ambrogi/i),
    named('Artificial Lawyer is a daily site on the subject.', /artificial lawyer/i),
    named('Legaltech News is the paid title of ALM.', /legaltech news|law\.com|\bALM\b/i),
    named('Thomson Reuters sells CoCounsel, Harvey serves large firms.', /cocounsel|harvey/i),
    named(
      'Clio surveys solo and small firms each year.',
      /\bclio\b|legal trends report|ABA (legal )?technology survey/i,
    ),
  ],
  'pharmacy-shortages': [
    named('The BfArM publishes the list of shortages.', /BfArM|federal institute for drugs/i),
    named('ADKA is the association of hospital pharmacists.', /\bADKA\b/i),
    sized('About 370 hospital pharmacies work in Germany.', /hospital pharmac/i, 300, 460),
    named('The law against shortages is the ALBVVG of 2023.', /ALBVVG/i),
    sized('The list has about 500 open shortages.', /shortage/i, 250, 1_200),
    named('The EMA runs the shortages platform ESMP.', /\bEMA\b|ESMP|european medicines agency/i),
    named('DAZ and Pharmazeutische Zeitung report for free.', /\bDAZ\b|deutsche apotheker|pharmazeutische zeitung/i),
    named('Saline solution was short in 2024 and 2025.', /saline|sodium chloride|\bNaCl\b/i),
  ],
  'accessible-web-duty': [
    named('The act is Directive (EU) 2019/882.', /2019\/882/),
    named('The standard is EN 301 549.', /EN 301 ?549/i),
    named('It refers to WCAG 2.1.', /WCAG/i),
    named('Microenterprises that provide services are exempt.', /micro-?enterprises?/i),
    named('Germany has the Barrierefreiheitsstärkungsgesetz (BFSG).', /BFSG|barrierefreiheits/i),
    sized('Fines in Germany go up to €100,000.', /fine|penalt/i, 90_000, 110_000),
    named('Associations in France sued Auchan, Carrefour and others.', /auchan|carrefour|apidv|picard/i),
    named('Deque and Siteimprove give guides away.', /deque|siteimprove|accessibe|level access|accessibleEU/i),
  ],
};
