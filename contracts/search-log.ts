import { Type, type Static } from '@sinclair/typebox';
import { closed } from './schema';

/** Bounds of the search log of one session: steps, and characters of a query or an address. */
export const SEARCH_LOG = { steps: 200, query: 300, url: 1_000 } as const;

const at = Type.String({ format: 'date-time' });
const query = Type.String({ maxLength: SEARCH_LOG.query, description: 'What it asked a search engine.' });
const url = Type.String({
  maxLength: SEARCH_LOG.url,
  description: 'Address as the agent gave it, cut where it is longer.',
});

/** Step of an agent's research: it asked a search engine, opened a page, or was refused one. */
const SearchStep = Type.Union([
  Type.Object({ at, kind: Type.Literal('asked'), query }, { title: 'AskedStep', ...closed }),
  Type.Object(
    { at, kind: Type.Union([Type.Literal('opened'), Type.Literal('refused')]), url },
    { title: 'PageStep', ...closed },
  ),
]);
export type SearchStep = Static<typeof SearchStep>;

/** Record of what the session asked and opened, by the agent provider and never by the agent. */
export const SearchLog = Type.Array(SearchStep, {
  maxItems: SEARCH_LOG.steps,
  description:
    'What the agent asked and opened until it handed these findings in, in the order of its session, by the record of the ' +
    'agent provider. Pages that were refused to it stand there as well.',
});
