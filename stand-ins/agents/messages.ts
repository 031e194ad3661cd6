import { randomBytes } from 'node:crypto';
import type { Message } from '@anthropic-ai/sdk/resources/messages';
import type { ClaimToJudge } from '../../modules/findings/contract/agents';
import { figuresIn } from '../../modules/findings/text/figures';
import { mayNegate } from '../../modules/findings/text/words';
import type { Fault } from '../base/fault-list';
import { stopOf, type ReaderEffect } from './faults';
import { invalid, type Route } from './protocol';

interface Asked {
  claim: string;
  judgement: string | null;
}

const MOST_LISTED = 2_000;
/** Constant usage, so that the cost of a judgment is predictable. */
const USAGE: Message['usage'] = {
  input_tokens: 600,
  output_tokens: 40,
  output_tokens_details: null,
  cache_creation: null,
  cache_creation_input_tokens: null,
  cache_read_input_tokens: null,
  server_tool_use: null,
  service_tier: 'standard',
  inference_geo: null,
  speed: 'standard',
};

/** Hedging words in a page's excerpt. */
const RESERVES =
  /\b(?:may|might|could|expects?|plans?|hopes?|estimates?|roughly half|könnte|plant|prévoit|pourrait|podría|kan)\b/iu;

/** Claim reader, `POST /v1/messages`. Compares only figures, negations and hedging words. `asked`: oldest first. */
export class Messages {
  readonly asked: Asked[] = [];

  constructor(private readonly fault: () => Fault<ReaderEffect> | null) {}

  routes(): Route[] {
    return [['POST', '/v1/messages', ({ body }) => this.answer(body)]];
  }

  private answer(body: Record<string, unknown>): Message {
    const { model, max_tokens: most, tool_choice: choice, messages } = body;
    if (typeof model !== 'string' || typeof most !== 'number') throw invalid('model and max_tokens are required');
    const { name } = (choice ?? {}) as { name?: unknown };
    const [{ content } = { content: null }] = (messages ?? []) as { content: unknown }[];
    const material = typeof content === 'string' ? /^<material>([^<]*)<\/material>$/u.exec(content)?.[1] : undefined;
    if (name !== 'judge' || material === undefined) throw invalid('The stand-in only judges claims');
    const { claim, excerpt, calculation } = JSON.parse(material) as ClaimToJudge;
    const effect = this.fault()?.effect ?? null;
    const message = {
      id: `msg_${randomBytes(12).toString('hex')}`,
      type: 'message',
      role: 'assistant',
      model,
      container: null,
      diagnostics: null,
      stop_details: null,
      stop_sequence: null,
      usage: USAGE,
    } as const;
    const listed = (judgement: string | null) => {
      this.asked.push({ claim, judgement });
      this.asked.splice(0, this.asked.length - MOST_LISTED);
    };
    const stop = stopOf(effect);
    if (stop === 'refusal' || stop === 'max_tokens' || stop === 'model_context_window_exceeded') {
      listed(null);
      const stop_details = { type: 'refusal', category: null, explanation: null } as const;
      const said = [{ type: 'text' as const, text: 'I', citations: null }];
      return { ...message, ...(stop === 'refusal' && { stop_details }), stop_reason: stop, content: said };
    }
    const judgement = judgementOf(effect, claim, `${excerpt} ${calculation ?? ''}`);
    listed(judgement);
    const input = effect === 'reader_malformed' ? { judgement: 'certainly', note: excerpt } : { judgement };
    const id = `toolu_${randomBytes(12).toString('hex')}`;
    return {
      ...message,
      stop_reason: stop ?? 'tool_use',
      content: [{ type: 'tool_use', id, name, input, caller: { type: 'direct' } }],
    };
  }
}

function judgementOf(effect: ReaderEffect | null, claim: string, excerpt: string): string {
  if (effect === 'reader_no') return 'no';
  if (effect === 'reader_partly') return 'partly';
  const given = figuresIn(excerpt).flatMap(({ values }) => values);
  const isMissing = figuresIn(claim).some(({ values }) => !values.some((value) => given.includes(value)));
  if (isMissing || mayNegate(excerpt.toLowerCase()) !== mayNegate(claim.toLowerCase())) return 'no';
  return RESERVES.test(excerpt) && !RESERVES.test(claim) ? 'partly' : 'supported';
}
