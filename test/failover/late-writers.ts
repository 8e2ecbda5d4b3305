// Sessions that are connected directly to the primary, past HAProxy, and write after it has lost
// its role: what it acknowledges then would be lost.
import { Client } from 'pg';
import { ask } from '../support/journal/database-server.ts';
import { password, type Machine } from './configuration.ts';

const SESSIONS = 4;

export interface LateWriters {
  /**
   * Sends one row per session, without waiting. A frozen server finds them when it resumes. The
   * result has the rows that were acknowledged.
   */
  write(): Promise<string[]>;
}

export async function openLateWriters(machine: Machine, primaryUrl: string): Promise<LateWriters> {
  await ask(primaryUrl, 'create table if not exists late_writes (id text primary key)');
  const url = `postgres://postgres:${password}@127.0.0.1:${machine.postgresPort}/postgres`;
  const clients = Array.from({ length: SESSIONS }, () => new Client({ connectionString: url }));
  for (const client of clients) {
    client.on('error', () => undefined);
    await client.connect();
  }
  const writeWith = async (client: Client, index: number): Promise<string[]> => {
    const id = `${machine.name} ${index} ${Date.now()}`;
    try {
      await client.query('insert into late_writes values ($1)', [id]);
      return [id];
    } catch {
      return [];
    } finally {
      void client.end().catch(() => undefined);
    }
  };
  return { write: async () => (await Promise.all(clients.map(writeWith))).flat() };
}

/** Rows that were acknowledged and are not on the present primary. */
export async function lostRows(rows: readonly string[], primaryUrl: string): Promise<string[]> {
  const found = await ask<{ id: string }>(primaryUrl, 'select id from late_writes');
  const ids = new Set(found.map(({ id }) => id));
  return rows.filter((id) => !ids.has(id));
}
