/** An assumption of the cost model: the vendor's figure, or a guess until `npm run evals` has measured a session. */
interface Assumed {
  value: number;
  /** Where the vendor states the figure, or "Guess". */
  source: string;
}

/** Assumptions that do not depend on the kind of work. */
export const ASSUMPTIONS = {
  charactersPerToken: {
    value: 2.7,
    source: 'Glossary: 3.5 for English. Token counting: 30% more since Opus 4.7',
  },
  jsonCharactersPerToken: { value: 2.4, source: 'Guess: JSON is denser than prose' },
  harnessTokens: { value: 2_000, source: 'Guess: the vendor’s web tools and harness' },
  searchTokens: { value: 7_400, source: 'Web search, usage example: 7,345 for one search' },
  cacheSeconds: { value: 300, source: 'Prompt caching: 5 minutes from the last read' },
  callsAtOnce: { value: 2, source: 'Guess: parallel tool calls per request' },
  firstTokenSeconds: { value: 3, source: 'Guess' },
  toolSeconds: { value: 3, source: 'Guess: a search or page, in parallel' },
  patchTokens: { value: 1_800, source: 'Guess: eight replaced texts with pointers' },
  correctionThinking: { value: 1_500, source: 'Guess: thinking about one list of flaws' },
  flawTokens: { value: 600, source: 'Ours: eight flaws with pointer and detail' },
} satisfies Record<string, Assumed>;

/** Output tokens per second, measured by third parties on earlier models. The vendor does not publish this speed. */
export const TOKENS_PER_SECOND: Readonly<Record<string, number>> = {
  'claude-opus-5-5': 65,
  'claude-sonnet-5-5': 75,
  'claude-haiku-5-5': 120,
};

export const LOADS = ['light', 'typical', 'heavy'] as const;
export type Load = (typeof LOADS)[number];

export interface Work {
  searches: number;
  pages: number;
  /** Tokens per page, up to the agent's limit. According to the vendor, 2,500 on average, 25,000 for a large page. */
  pageTokens: number;
  /** Number of PDFs. Each page of a PDF has 2,350 tokens. PDFs are exempt from the token limit. */
  pdfs: number;
  pdfTokens: number;
  stepThinking: number;
  documentThinking: number;
  /** Number of corrections with `correct_findings`, and of corrections that resubmit the whole document. */
  patches: number;
  rewrites: number;
  /** Seconds until the service responds to a submission. */
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

/** Work per kind of session, estimated from the prompt. */
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
    // With a budget this small, the prompt forbids PDFs.
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
