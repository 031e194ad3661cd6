import { named, sized, type Fact } from './fact';

/** Facts of briefs whose market is not told of in English. */
export const FACTS_ABROAD: Readonly<Record<string, readonly Fact[]>> = {
  'japanese-bento-suppliers': [
    named(
      'The Food Labeling Act is enforced by the Consumer Affairs Agency.',
      /consumer affairs agency|food label(l)?ing act/i,
    ),
    sized('Rice cost more than 4,000 yen for five kilos in 2025.', /rice/i, 3_400, 4_700),
    named('The ministry MAFF publishes prices each week.', /\bMAFF\b|ministry of agriculture/i),
    named('HACCP is mandatory since June 2021.', /HACCP/i),
    named(
      'The Japan Bento Service Association is the association of the trade.',
      /bento[^.]{0,40}association|association[^.]{0,40}bento/i,
    ),
    named(
      'Nihon Shokuryo Shimbun is the paper of the food trade.',
      /shokuryo shimbun|shokuhin (sangyo )?shimbun|japan food/i,
    ),
    named('NJSS sells notices of tenders.', /\bNJSS\b|nyusatsu/i),
    named('Nisshin OilliO raised prices of edible oil.', /oillio|edible oils?|j-oil/i),
  ],
  'german-tenancy-managers': [
    named('Haufe is the leading publisher for managers.', /haufe/i),
    named('VDIV is the association of property managers.', /\bVDIV\b/i),
    named('The Federal Court of Justice (BGH) decides.', /\bBGH\b|federal court of justice/i),
    named('Certified managers are asked for by section 26a.', /26a|certified (property )?manager|zertifiziert/i),
    named('Costs of CO2 are split by the CO2KostAufG.', /CO2Kost|carbon (cost|price)|CO2 (cost|price)/i),
    sized('About 25,000 firms manage property.', /firms|companies|managers|management/i, 15_000, 40_000),
    named('C.H. Beck publishes NZM and beck-online.', /c\.? ?h\.? ?beck|\bNZM\b|beck-online|\bZMR\b/i),
    named('IVD and Haus & Grund serve owners and brokers.', /\bIVD\b|haus ?(&|und|and) ?grund/i),
  ],
  'french-bakers': [
    sized('France has about 35,000 bakeries.', /bak(ery|eries|ers)|boulanger/i, 30_000, 40_000),
    named('CNBPF is the confederation of the trade.', /CNBPF|confédération nationale de la boulangerie|confederation/i),
    named(
      'La Toque and Les Nouvelles de la Boulangerie are the trade press.',
      /la toque|nouvelles de la boulangerie|monde du boulanger|honor[ée]/i,
    ),
    named('The decree of 1993 defines “pain de tradition”.', /1993/),
    named('DGCCRF inspects bakeries.', /DGCCRF/i),
    named('Wheat is traded at Euronext (Matif).', /euronext|matif/i),
    named('INBP trains the trade.', /\bINBP\b/i),
    named('Bakeries closed because of the bills for electricity after 2022.', /electricity/i),
  ],
  'spanish-olive-mills': [
    sized('Spain has about 1,800 mills.', /mills?\b|almazara/i, 1_500, 2_000),
    named('PoolRed publishes prices at origin for free.', /poolred/i),
    named('Infaoliva publishes prices of its members.', /infaoliva/i),
    named('Mercacei and Olimerca are the trade press.', /mercacei|olimerca|oleorevista/i),
    named('AICA publishes stocks each month.', /\bAICA\b/i),
    named('The International Olive Council (IOC) has the figures of the world.', /olive council|\bIOC\b|\bCOI\b/i),
    named('Deoleo, Sovena and Migasa are the buyers.', /deoleo|sovena|migasa|acesur/i),
    sized('Prices rose above 9 euros a kilo in January 2024 and fell below 4.', /kilo|kg\b|tonne/i, 3, 9.9),
  ],
  'brazilian-dentists-tax': [
    sized('Brazil has more than 400,000 dentists.', /dentist/i, 350_000, 480_000),
    named('CFO is the federal council of dentistry.', /\bCFO\b|federal council of dentistry|conselho federal/i),
    sized('Fator R is reached with 28% of payroll.', /factor R|fator R/i, 28, 28),
    named('CBS and IBS come with Complementary Law 214/2025.', /\bIBS\b|\bCBS\b|214\/2025/),
    sized('Services of health pay a rate lowered by 60%.', /health|reduc|lower/i, 60, 60),
    named('Receita Saúde is mandatory for receipts since 2025.', /receita sa[úu]de/i),
    named('Contabilizei and others write for free.', /contabilizei|agilize|accountants[^.]{0,40}free/i),
    named('Income to 5,000 reais a month is exempt from 2026.', /exempt[^.]{0,80}5[.,]000|5[.,]000[^.]{0,80}exempt/i),
  ],
  'sports-betting-model': [
    named('The authority is the GGL.', /\bGGL\b|gl[üu]cksspielbeh[öo]rde/i),
    named('The law is the State Treaty on Gambling of 2021.', /state treaty|gl[üu]stv|staatsvertrag/i),
    sized('Bets are taxed with 5.3%.', /tax/i, 5, 5.5),
    sized('Deposits are limited to 1,000 euros a month.', /limit|deposit/i, 1_000, 1_000),
    named(
      'Advertisers may not pay affiliates by share of losses.',
      /affiliate[^.]{0,80}(ban|forbid|forbidden|prohibit|not|share|revenue)|may not pay affiliates/i,
    ),
    named('OASIS is the file of those who are barred.', /\bOASIS\b/i),
    named('Wettbasis and Sportwettentest give tips for free.', /wettbasis|sportwettentest|wettfreunde|oddspedia/i),
    named('Tipsters sell on Telegram.', /telegram|tipster/i),
  ],
};
