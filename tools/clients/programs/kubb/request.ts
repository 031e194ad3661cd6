import type { Client } from '@kubb/plugin-client/clients/fetch';
import type { ProblemDetails } from './generated/types/ProblemDetails';
import { problemDetailsSchema } from './generated/zod/problemDetailsSchema';

/** Failure that the service explains. */
export class Refused extends Error {
  constructor(readonly problem: ProblemDetails) {
    super(problem.code);
  }
}

/** How the generated client sends: kubb's own hands a refusal on as if it were the answer, and reads a PDF as JSON. */
export const request: Client = async ({ url, method, params, data, headers }) => {
  const { NOI_API_URL, NOI_API_KEY } = process.env;
  const sent = new Headers(headers);
  sent.set('X-Api-Key', NOI_API_KEY!);
  sent.set('Content-Type', 'application/json');
  const query = new URLSearchParams(params as Record<string, string>);
  const answer = await fetch(`${NOI_API_URL}${url}?${query}`, {
    method: method!,
    headers: sent,
    ...(data !== undefined && { body: JSON.stringify(data) }),
  });
  if (!answer.ok) throw new Refused(problemDetailsSchema.parse(await answer.json()));
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const { status, statusText } = answer;
  return {
    data: (isJson ? await answer.json() : await answer.text()) as never,
    status,
    statusText,
    headers: answer.headers,
  };
};
