import type { Support } from './findings-parts';

/** What the second reader of claims may cost for one research, in millionths of a US dollar. */
export const CLAIM_CHECK_BUDGET_MICROS = 200_000;

/** Claim with the quotation that it rests on, and what stands around that on its page, where that is known. */
export interface ClaimToJudge {
  claim: string;
  excerpt: string;
  surroundings: string | null;
  /** Arithmetic behind figures of the claim that the page does not state, redone; null where there is none. */
  calculation: string | null;
}

/** Answer of the reader: null where it gave none that counts. It is paid for either way. */
export interface Judgement {
  support: Support | null;
  costMicros: number;
}

/** Model without tools that judges whether claims follow from their quotations. */
export interface ClaimReader {
  /** Most that one judgement can cost, in millionths of a US dollar. */
  mostMicros: number;
  /**
   * Judges a claim by its quotation alone. Texts are data: none of them can change the form of the answer.
   *
   * @throws AgentsError as the other calls of the provider
   */
  judge(claim: ClaimToJudge, signal: AbortSignal): Promise<Judgement>;
}
