// The Database port on PGlite, PostgreSQL inside this process: the default without configuration.
// It has one session, and its directory belongs to one process at a time.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from './database.ts';
import { EngineStream } from './driver/engine-stream.ts';
import { destroy, GuardedClient } from './driver/guarded-client.ts';
import { inTransaction, onOneConnection, runAlone, types, type Acquire } from './driver/leases.ts';
import { ConnectionLost, translateError } from './errors.ts';
import { preparedDirectory } from './prepared/prepared-directory.ts';
import { unpack } from './prepared/unpack.ts';

/** Opens or creates the database below `directory`, or in memory when no directory is given. */
export async function openEmbedded(directory?: string): Promise<Database> {
  const at = directory === undefined ? undefined : join(directory, 'pglite');
  const mark = at === undefined ? undefined : `${at}.unfinished`;
  if (at !== undefined) {
    // A first start that was killed while unpacking left an incomplete directory: create it again.
    if (existsSync(`${at}.unfinished`)) rmSync(at, { recursive: true, force: true });
    mkdirSync(at, { recursive: true });
  }
  const fresh = at === undefined || !existsSync(join(at, 'PG_VERSION'));
  if (fresh && at !== undefined && readdirSync(at).length > 0) {
    throw new Error(`${at} holds files but no database`);
  }
  if (fresh && mark !== undefined) writeFileSync(mark, '');
  if (fresh && at !== undefined) unpack(await preparedDirectory(), at);
  const engine = new PGlite({
    ...(at === undefined ? { loadDataDir: await directoryInMemory() } : { dataDir: at }),
  });
  await engine.waitReady;
  if (mark !== undefined) rmSync(mark, { force: true });
  const acquire = inTurn(engine, await connect(engine));
  return {
    kind: 'embedded',
    run: (statement, values = []) => runAlone(acquire, statement, values),
    transaction: (work) => inTransaction(acquire, work),
    session: (work) => onOneConnection(acquire, work),
    async close() {
      const turn = await acquire().catch(() => undefined);
      await engine.close().finally(() => turn?.release(true));
    },
  };
}

/** Generic plans: planning a statement for its values takes longer than running it. */
const SETTINGS = `set timezone = utc; set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set jit = off`;

async function connect(engine: PGlite): Promise<GuardedClient> {
  // Explicit, so that variables such as PGSSLMODE have no effect.
  const plain = { ssl: false, sslnegotiation: 'postgres' as const };
  const stream = () => new EngineStream(engine) as unknown as Duplex;
  const client = new GuardedClient({ ...plain, stream, types });
  // The statement that fails reports the lost connection.
  client.on('error', () => undefined);
  await client.connect();
  // The engine keeps its session when a connection to it is dropped.
  for (const text of ['rollback', 'deallocate all', SETTINGS]) await client.query(text);
  return client;
}

const FIRST_REPLAN = 1000;

/** Runs one statement or transaction at a time, because there is one session. */
function inTurn(engine: PGlite, first: GuardedClient): Acquire {
  let client: GuardedClient | undefined = first;
  let last = Promise.resolve();
  let turns = 0;
  let replanAt = FIRST_REPLAN;
  /** Plans made for small tables may be bad for large ones, and tables grow with the turns. */
  const replan = async (on: GuardedClient): Promise<void> => {
    turns += 1;
    if (turns < replanAt) return;
    replanAt *= 2;
    await on.query('discard plans');
  };
  return async () => {
    const { promise: end, resolve: endTurn } = Promise.withResolvers<void>();
    const before = last;
    last = end;
    await before;
    try {
      client ??= await connect(engine);
      await replan(client);
    } catch (error) {
      client = undefined;
      endTurn();
      throw new ConnectionLost(translateError(error), false);
    }
    const leased = client;
    const release = (isSpoiled: boolean): void => {
      if (isSpoiled) {
        // Statements that still wait in this client must not run in the session of the next turn.
        destroy(leased);
        client = undefined;
      }
      endTurn();
    };
    return { client: leased, release };
  };
}

let archive: Promise<Blob> | undefined;

/** Unzipped once for all databases in memory; the engine takes a quarter of a second for it. */
function directoryInMemory(): Promise<Blob> {
  archive ??= preparedDirectory().then((bytes) => new Blob([bytes]));
  return archive;
}
