/** How the generated client sends: orval's own reads every answer as JSON, also a PDF. */
export async function request<T>(path: string, options: RequestInit & { key?: string }): Promise<T> {
  const { NOI_API_URL, NOI_API_KEY } = process.env;
  const headers = new Headers(options.headers);
  headers.set('X-Api-Key', NOI_API_KEY!);
  const answer = await fetch(`${NOI_API_URL}${path}`, { ...options, headers });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const data: unknown = isJson ? await answer.json() : await answer.blob();
  return { data, status: answer.status, headers: answer.headers } as T;
}
