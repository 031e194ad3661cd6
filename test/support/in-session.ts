import { Client } from 'pg';

/**
 * Does work in a session of its own at a database, which ends with it.
 *
 * @throws whatever the work throws, also where the server ended the session between two statements: the next one fails
 */
export async function inSession<T>(url: string, work: (session: Client) => Promise<T>): Promise<T> {
  const session = new Client({ connectionString: url });
  // Without a listener a session that the server ends would end this process.
  session.on('error', () => undefined);
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}
