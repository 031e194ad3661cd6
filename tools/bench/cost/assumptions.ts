/** Assumptions of the cost model: vendor figures, and guesses until `npm run evals` has measured a session. */
interface Assumed {
  value: number;
  /** Source of the figure; a guess says so. */
  source: string;
}

/** Assumptions that apply to every kind of work. */
export const ASSUMPTIONS = {
  charactersPerToken: {
    value: 2.7,
    source: 'Glossary: 3.5 for English; token counting: 30% more tokens with the tokenizer of Opus 4.7 and later',
  },
  jsonCharactersPerToken: { value: 2.4, source: 'Guess: punctuation and keys make JSON denser than prose' },
  harnessTokens: { value: 2_000, source: 'Guess: what the vendor adds for its web tools and its harness' },
  searchTokens: { value: 7_400, source: 'Web search, usage example: 7,345 tokens for the results of one search' },
  cacheSeconds: { value: 300, source: 'Prompt caching: 5 minutes from the last request that read it' },
  callsAtOnce: { value: 2, source: 'Guess: tools that one request calls side by side' },
  firstTokenSeconds: { value: 3, source: 'Guess: from a request to its first token' },
  toolSeconds: { value: 3, source: 'Guess: a search or a page, side by side with others of its request' },
  patchTokens: { value: 1_800, source: 'Guess: eight replaced texts with their pointers' },
  correctionThinking: { value: 1_500, source: 'Guess: thinking about the flaws of one answer' },
  flawTokens: { value: 600, source: 'Our own answer: eight flaws with pointer and detail' },
} satisfies Record<string, Assumed>;

/** Output tokens per second. The vendor publishes no figure; others measured the previous models. */
export const TOKENS_PER_SECOND: Readonly<Record<string, number>> = {
  'claude-opus-5-5': 65,
  'claude-sonnet-5-5': 75,
  'claude-haiku-5-5': 120,
};

/** How demanding a run is. */
export const LOADS = ['light', 'typical', 'heavy'] as const;
export type Load = (typeof LOADS)[number];

/** Work of one session. */
export interface Work {
  searches: number;
  pages: number;
  /** Tokens per page, capped by the agent's limit. The vendor's average is 2,500; a large page has 25,000. */
  pageTokens: number;
  /** Number of PDFs, which the token limit does not cap, and tokens per PDF (2,350 a page). */
  pdfs: number;
  pdfTokens: number;
  stepThinking: number;
  documentThinking: number;
  /** Corrections through `correct_findings` and by resubmitting the whole document. */
  patches: number;
  rewrites: number;
  /** Time the service takes to answer a submission. */
  checkSeconds: number;
}

export type SessionKind = 'scan' | 'ideaCheck' | 'plan' | 'candidate';

const research: Record<Load, Work> = {
  light: work({ searches: 6, pages: 8, pageTokens: 3_000, stepThinking: 300, documentThinking: 3_000 }),
  typical: work({
    searches: 10,
    pages: 13,
    pageTokens: 5_000,
    stepThinking: 500,
    documentThinking: 6_000,
    patches: 2,
    checkSeconds: 30,
  }),
  heavy: work({
    searches: 14,
    pages: 18,
    pageTokens: 15_000,
    pdfs: 1,
    pdfTokens: 125_000,
    stepThinking: 800,
    documentThinking: 8_000,
    patches: 2,
    rewrites: 1,
    checkSeconds: 90,
  }),
};

/** Work of each kind of session, guessed from the usual amounts in the prompt. */
export const WORK: Record<SessionKind, Record<Load, Work>> = {
  scan: {
    light: work({ searches: 2, pages: 2, pageTokens: 3_000, stepThinking: 150, documentThinking: 800 }),
    typical: work({ searches: 3, pages: 4, pageTokens: 5_000, stepThinking: 200, documentThinking: 1_500 }),
    heavy: work({ searches: 4, pages: 6, pageTokens: 15_000, stepThinking: 300, documentThinking: 3_000, patches: 1 }),
  },
  ideaCheck: research,
  plan: {
    light: work({ searches: 5, pages: 2, pageTokens: 3_000, stepThinking: 300, documentThinking: 2_000 }),
    typical: work({ searches: 8, pages: 4, pageTokens: 5_000, stepThinking: 500, documentThinking: 4_000 }),
    heavy: work({
      searches: 12,
      pages: 8,
      pageTokens: 15_000,
      stepThinking: 800,
      documentThinking: 6_000,
      rewrites: 1,
    }),
  },
  candidate: {
    ...research,
    // With a budget this small, the prompt rules out PDFs.
    heavy: { ...research.heavy, searches: 12, pages: 14, pdfs: 0 },
  },
};

function work(given: Partial<Work>): Work {
  return {
    searches: 0,
    pages: 0,
    pageTokens: 0,
    pdfs: 0,
    pdfTokens: 0,
    stepThinking: 0,
    documentThinking: 0,
    patches: 0,
    rewrites: 0,
    checkSeconds: 5,
    ...given,
  };
}
