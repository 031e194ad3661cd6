import type { Findings } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import type { EvaluationCreate, PaidProductRunCreated, RunStatus, SearchCreate } from '../../contracts/runs';

/** An answer of the API that is not the one wanted: its status and Problem Details code. */
export class UnwantedAnswer extends Error {
  constructor(
    readonly status: number,
    readonly code: string | null,
    message: string,
  ) {
    super(message);
    this.name = 'UnwantedAnswer';
  }
}

/** The calls that the demo makes. All throw {@link UnwantedAnswer}, or Error where the API cannot be reached. */
export interface ApiClient {
  createEvaluation: (body: EvaluationCreate, idempotencyKey: string) => Promise<PaidProductRunCreated>;
  createSearch: (body: SearchCreate, idempotencyKey: string) => Promise<PaidProductRunCreated>;
  /** Each state of the run that is seen until it is finished, the last one included. */
  follow(runId: string, signal?: AbortSignal): AsyncGenerator<RunStatus>;
  findings(runId: string): Promise<Findings>;
  portfolio(runId: string): Promise<Portfolio>;
  dossier(runId: string, format: 'html' | 'pdf'): Promise<Buffer>;
}

const FINISHED = new Set(['completed', 'failed', 'canceled', 'expired']);
const HELD_SECONDS = 20;
const REQUEST_WITHIN_MS = 60_000;

/** A client of the API at `base` that sends `apiKey` with every call. */
export function apiClient(base: string, apiKey: string): ApiClient {
  const call = async (path: string, init: RequestInit = {}, signal?: AbortSignal): Promise<Response> => {
    const limits = [AbortSignal.timeout(REQUEST_WITHIN_MS), ...(signal ? [signal] : [])];
    const headers = { 'X-Api-Key': apiKey, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${base}${path}`, { ...init, headers, signal: AbortSignal.any(limits) });
    if (!response.ok && response.status !== 304) throw await unwanted(response);
    return response;
  };
  const create = async (path: string, body: object, idempotencyKey: string): Promise<PaidProductRunCreated> => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
    const response = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as PaidProductRunCreated;
  };
  return {
    createEvaluation: (body, idempotencyKey) => create('/v1/evaluations', body, idempotencyKey),
    createSearch: (body, idempotencyKey) => create('/v1/searches', body, idempotencyKey),
    async *follow(runId, signal) {
      let tag: string | null = null;
      for (;;) {
        const headers = { Prefer: `wait=${HELD_SECONDS}`, ...(tag && { 'If-None-Match': tag }) };
        const response: Response = await call(`/v1/runs/${runId}`, { headers }, signal);
        if (response.status === 304) continue;
        tag = response.headers.get('etag');
        const run = (await response.json()) as RunStatus;
        yield run;
        if (FINISHED.has(run.status)) return;
      }
    },
    findings: async (runId) => (await (await call(`/v1/runs/${runId}/findings`)).json()) as Findings,
    portfolio: async (runId) => (await (await call(`/v1/runs/${runId}/portfolio`)).json()) as Portfolio,
    dossier: async (runId, format) =>
      Buffer.from(await (await call(`/v1/runs/${runId}/dossier?format=${format}`)).arrayBuffer()),
  };
}

async function unwanted(response: Response): Promise<UnwantedAnswer> {
  const text = await response.text();
  let problem: { code?: string; title?: string; detail?: string } = {};
  try {
    problem = JSON.parse(text) as typeof problem;
  } catch {
    problem = { detail: text.slice(0, 200) };
  }
  const said = problem.detail ?? problem.title ?? response.statusText;
  return new UnwantedAnswer(response.status, problem.code ?? null, `The API answered ${response.status}: ${said}`);
}
