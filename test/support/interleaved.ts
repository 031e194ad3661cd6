import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { Failure } from '../../base/failures';
import { transaction, type Database } from '../../prisma/client';
import type { TestDatabase } from './database';
import { eventually } from './eventually';

/**
 * A store operation as its caller uses it: reads its input, then acts in separate transactions. If it returns a string,
 * that string is part of the outcome.
 */
export type Verb<World> = (world: World) => Act | Promise<Act>;
export type Act = (db: TestDatabase) => Promise<unknown>;

/** Operations on the same rows. `state` describes the resulting rows, without ids or times. */
export interface Pairs<World> {
  make(): Promise<World>;
  state(world: World): Promise<string>;
  verbs: Record<string, Verb<World>>;
}

/** All pairs of operations, including each with itself. */
export function pairsOf<World>({ verbs }: Pairs<World>): [string, string][] {
  const names = Object.keys(verbs);
  return names.flatMap((first, n) => names.slice(n).map((second): [string, string] => [first, second]));
}

/**
 * Runs two operations at once: the first pauses before its first commit until the second has ended or waits for the
 * first. Then repeats this with the roles swapped. Returns an outcome that neither sequential order has; null if there
 * is no such outcome.
 */
export async function unexplained<World>(
  db: TestDatabase,
  { make, state, verbs }: Pairs<World>,
  names: [string, string],
): Promise<string | null> {
  const [first, second] = names.map((name) => verbs[name]!) as [Verb<World>, Verb<World>];
  const played = async (play: (world: World) => Promise<string[]>) => {
    const world = await make();
    const results = await play(world);
    return `${names.map((name, n) => `${name}: ${results[n]}`).join(', ')}\n${await state(world)}`;
  };
  const inTurn = async (world: World, one: Verb<World>, other: Verb<World>) => [
    await resultOf((await one(world))(db)),
    await resultOf((await other(world))(db)),
  ];
  const atOnce = async (world: World, one: Verb<World>, other: Verb<World>) =>
    interleaved(db, await one(world), await other(world));
  const ahead = await played((world) => inTurn(world, first, second));
  const mixed = [await played((world) => atOnce(world, first, second))];
  if (first !== second) mixed.push(await played(async (world) => (await atOnce(world, second, first)).reverse()));
  const others = mixed.filter((play) => play !== ahead);
  if (others.length === 0) return null;
  const behind = await played(async (world) => (await inTurn(world, second, first)).reverse());
  const wrong = others.find((play) => play !== behind);
  if (wrong !== undefined) return [wrong, '-- and not --', ahead, '-- or --', behind].join('\n');
  return null;
}

/** Pauses the first operation before its first commit until the second has ended or waits for the first. */
async function interleaved(db: TestDatabase, one: Act, other: Act): Promise<string[]> {
  const held = watched(db, true);
  const first = resultOf(one(held.db));
  await Promise.race([held.reached, first]);
  const free = watched(db, false);
  const second = resultOf(other(free.db));
  let ended = false;
  void second.then(
    () => (ended = true),
    () => (ended = true),
  );
  await eventually('the second has ended or waits', async () => ended || (await waits(db, free.pids, held.pids)));
  held.open();
  return Promise.all([first, second]);
}

async function waits(db: Database, pids: number[], forPids: number[]): Promise<boolean> {
  const { rows } = await db.pool.query<{ waits: boolean }>(
    'SELECT bool_or(pg_blocking_pids(pid) && $2::int[]) AS waits FROM unnest($1::int[]) AS pid',
    [pids, forPids],
  );
  return rows[0]!.waits;
}

async function resultOf(work: Promise<unknown>): Promise<string> {
  try {
    const value = await work;
    return typeof value === 'string' ? value : 'done';
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

/** The database as one operation sees it, recording its pids. If `holds`, its first commit waits for `open`. */
function watched(db: TestDatabase, holds: boolean) {
  const pids: number[] = [];
  let open = () => {};
  let reach = () => {};
  const opened = holds ? new Promise<void>((resolve) => (open = resolve)) : Promise.resolve();
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const connect = async (): Promise<PoolClient> => {
    const client = await db.pool.connect();
    pids.push((client as PoolClient & { processID: number }).processID);
    const { query, release } = client;
    const send = (sent: unknown[]): unknown => Reflect.apply(query, client, sent);
    client.query = (async (...sent: unknown[]) => {
      if (sent[0] !== 'COMMIT') return send(sent);
      reach();
      await opened;
      return send(sent);
    }) as PoolClient['query'];
    client.release = (error) => {
      client.query = query;
      release.call(client, error);
    };
    return client;
  };
  // Runs a single statement in a transaction, so that its commit also pauses.
  const query = (sent: never, values?: never) =>
    transaction<QueryResultRow>(watchedDb, (tx) => tx.query(sent, values) as Promise<QueryResultRow>);
  const watchedDb: TestDatabase = { ...db, pool: { connect, query } as unknown as Pool };
  return { db: watchedDb, pids, open: () => open(), reached };
}
