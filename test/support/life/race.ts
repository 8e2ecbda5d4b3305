// Races over HTTP on PostgreSQL: many concurrent connections, on one node or on two. Each race
// defines the allowed results; every race also checks that nothing fails and the money adds up.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe } from 'node:test';
import { findInconsistencies, openDatabaseOf, type OpenDatabase } from './consistency.ts';
import type { Reply } from '../client.ts';
import { exclusiveNodes, type BorrowedGateway } from '../pool/borrow.ts';
import { merchantClientOf, addMerchantClient, refusalOf, type MerchantClient } from './payments.ts';
import { skipOn } from '../installation.ts';

/** How many connections run at once, and how often the race is repeated. */
export const raceSizes: readonly { readonly connections: number; readonly rounds: number }[] = [
  { connections: 2, rounds: 12 },
  { connections: 50, rounds: 2 },
];

export interface RaceSetup {
  readonly nodes: readonly BorrowedGateway[];
  readonly database: OpenDatabase;
  /** The merchant's client on the node of this connection. */
  merchant(connection?: number): MerchantClient;
  /**
   * A client with another token, such as that of a payment page, on the node of this connection.
   */
  as(token: string, connection: number): MerchantClient;
  /** Runs all at the same time; fails if any of them gets a server error. */
  run(connections: number, ask: (connection: number) => Promise<Reply>): Promise<Reply[]>;
  alarms(name: string): Promise<number>;
}

/** Runs the same races on one node and on two, at the same time: most of a race is waiting. */
export function describeRaces(name: string, races: (setup: RaceSetup) => void): void {
  describe(name, { skip: skipOn('postgres'), concurrency: true }, () => {
    for (const count of [1, 2]) {
      const title = count === 1 ? 'one node' : 'two nodes';
      // Suites inherit the concurrency; the races of one run one after the other.
      describe(title, { concurrency: 1 }, () => races(setUpRace(count)));
    }
  });
}

function setUpRace(count: number): RaceSetup {
  let nodes: BorrowedGateway[] = [];
  let db: OpenDatabase;
  let shop: MerchantClient;
  before(async () => {
    nodes = await exclusiveNodes('postgres', count);
    db = await openDatabaseOf(at(0).installation);
    shop = await addMerchantClient(at(0));
  });
  after(async () => {
    try {
      if (shop) await assertConsistentAtRest(db);
    } finally {
      await db?.close();
      await nodes[0]?.release();
    }
  });
  const at = (connection: number): BorrowedGateway =>
    nodes[connection % count] ?? assert.fail('no such node');
  return {
    get nodes() {
      return nodes;
    },
    get database() {
      return db;
    },
    merchant: (connection = 0) => shop.atNode(at(connection)),
    as: (token, connection) => merchantClientOf(at(connection), token),
    async run(connections, ask) {
      const asked = Array.from({ length: connections }, (_, connection) => ask(connection));
      const replies = await Promise.all(asked);
      for (const reply of replies) assert.ok(reply.status < 500, reply.text);
      return replies;
    },
    async alarms(name) {
      const texts = await Promise.all(nodes.map((node) => node.call('GET', '/metrics')));
      const line = new RegExp(`^bramka_alarms_total\\{alarm="${name}"\\} (\\d+)$`, 'm');
      return texts.reduce((sum, { text }) => sum + Number(line.exec(text)?.[1] ?? 0), 0);
    },
  };
}

/** Once nothing is in progress, acquirer, payments and ledger must agree. */
export async function assertConsistentAtRest(db: OpenDatabase, limitMs = 180_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const faults = await findInconsistencies(db);
    if (faults.length === 0) return;
    if (Date.now() > deadline) assert.deepEqual(faults, []);
    await sleep(100);
  }
}

/** The successful replies; all others must be refusals from the given list. */
export function winners(replies: readonly Reply[], ...refusals: string[]): Reply[] {
  const isWin = (reply: Reply): boolean => reply.status === 200;
  for (const reply of replies.filter((one) => !isWin(one))) {
    const [, code] = refusalOf(reply);
    assert.ok(refusals.includes(code as string), `${reply.status} ${reply.text}`);
  }
  return replies.filter(isWin);
}

/** Every other item, starting with the first or the second. */
export function everyOther<T>(list: readonly T[], first: 0 | 1): T[] {
  return list.filter((_, position) => position % 2 === first);
}
