import { Client } from 'pg';

/** Does work in a session of its own at a database, which ends with it. */
export async function inSession<T>(url: string, work: (session: Client) => Promise<T>): Promise<T> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}
