import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { OPPORTUNITY_STATES, OpportunityImport } from '../../contracts/opportunities';
import { OPPORTUNITY } from '../../domain/opportunities';
import { findingsFixture } from '../support/findings-fixture';

test('an archived opportunity never changes state, a sold one can only be offered again, and only a reserved one is sold', () => {
  const ended = OPPORTUNITY_STATES.filter((state) => OPPORTUNITY.moves[state].length === 0);
  expect(ended).toEqual(['archived']);
  expect(OPPORTUNITY.moves.sold).toEqual(['available']);
  expect(OPPORTUNITY.before('sold')).toEqual(['reserved']);
  expect(OPPORTUNITY.before('reserved')).toEqual(['available']);
  expect(OPPORTUNITY.before('available')).toEqual(['in_review', 'reserved', 'sold']);
});

describe('an import', () => {
  const valid = addFormats(new Ajv2020({ strict: true })).compile(OpportunityImport);
  const opportunity = () => ({
    opportunityId: 'opp_01kah2v5q8e4wb6t7n9rjx3mzc',
    mode: 'live',
    title: 'Energy letter for hospitals',
    summary: 'One measure a week with real invoices.',
    niche: 'Facility management',
    audience: 'Facility managers of hospitals',
    geography: 'Germany',
    language: 'de-DE',
    score: 74,
    price: { amount: 49_900, currency: 'usd' },
    contributorAccountId: null as string | null,
    findings: findingsFixture(),
  });

  test.each(['de', 'en-GB', 'zh-Hant-TW', 'es-419'])('takes the language %s', (language) => {
    expect(valid({ ...opportunity(), language })).toBe(true);
  });

  test('takes the account of a contributor', () => {
    expect(valid({ ...opportunity(), contributorAccountId: 'acc_01kah2v5q8e4wb6t7n9rjx3mzc' })).toBe(true);
  });

  test.each<[string, object]>([
    ['an unknown property', { status: 'available' }],
    ['an id of another kind', { opportunityId: 'run_01kah2v5q8e4wb6t7n9rjx3mzc' }],
    ['an unknown mode', { mode: 'sandbox' }],
    ['a title of four characters', { title: 'Bees' }],
    ['a title of 121 characters', { title: 't'.repeat(121) }],
    ['an empty summary', { summary: '' }],
    ['a summary of 401 characters', { summary: 's'.repeat(401) }],
    ['a niche of 121 characters', { niche: 'n'.repeat(121) }],
    ['an audience of 301 characters', { audience: 'a'.repeat(301) }],
    ['a geography of 121 characters', { geography: 'g'.repeat(121) }],
    ['a language in words', { language: 'German' }],
    ['a score above 100', { score: 101 }],
    ['a price of nothing', { price: { amount: 0, currency: 'usd' } }],
    ['a price in parts of a cent', { price: { amount: 499.5, currency: 'usd' } }],
    ['a price in another currency', { price: { amount: 49_900, currency: 'eur' } }],
    ['a contributor that is no account', { contributorAccountId: 'somebody' }],
    ['findings that are not complete', { findings: { schemaVersion: '1.0.0' } }],
    ['no findings', { findings: undefined }],
  ])('refuses %s', (_, change) => {
    expect(valid(JSON.parse(JSON.stringify({ ...opportunity(), ...change })))).toBe(false);
  });
});
