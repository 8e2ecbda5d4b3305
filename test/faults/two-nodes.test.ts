// Two nodes on one PostgreSQL under load, one killed and restarted, then the other: answers stay
// true, nothing is lost or duplicated, and at the end our records match the acquirer's.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cardRequest, type Json, type Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { openDatabaseOf } from '../support/life/consistency.ts';
import { base, merchantClientOf, withoutRateLimits } from '../support/life/payments.ts';
import { assertConsistentAtRest } from '../support/life/race.ts';
import { createInstallation, skipOn, type Installation } from '../support/installation.ts';
import { until } from '../support/waiting/until.ts';

const env = {
  ...withoutRateLimits,
  BRAMKA_PROVIDER_TIMEOUT_MS: '1000',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '10000',
};
const clients = 8;
const PATIENCE_MS = 180_000;

/** One operation and its final answer, after any repeats. */
interface Deed {
  readonly paymentId: string;
  readonly operation: string;
  readonly reply: Reply;
}

type Step = readonly [operation: string, body?: Json];

/** What follows a hold (several steps) or a sale (at most a cancellation). */
const stories: readonly { hold: boolean; steps: readonly Step[] }[] = [
  { hold: false, steps: [] },
  { hold: false, steps: [['cancel']] },
  { hold: true, steps: [['capture', { amount: 60 }]] },
  { hold: true, steps: [['cancel']] },
  { hold: true, steps: [['adjustment', { amount: 120 }], ['capture']] },
  { hold: true, steps: [['adjustment', { amount: 30 }], ['cancel'], ['capture']] },
];

class Cluster {
  readonly place: Installation;
  readonly nodes: Gateway[] = [];
  readonly deeds: Deed[] = [];
  token = '';
  repeats = 0;
  isOver = false;

  constructor(installation: Installation) {
    this.place = installation;
  }

  /**
   * Calls one node, and the other if the connection breaks, with the same key until it is answered.
   */
  async ask(first: number, method: string, path: string, body?: Json): Promise<Reply> {
    const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const deadline = Date.now() + PATIENCE_MS;
    for (let turn = first; Date.now() < deadline; turn += 1) {
      const node = this.nodes[turn % this.nodes.length] as Gateway;
      try {
        const reply = await node.call(method, path, { token: this.token, body, headers });
        if (reply.status < 500) return reply;
        assert.notEqual(reply.status, 500, reply.text);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
      }
      this.repeats += 1;
      await sleep(20);
    }
    return assert.fail(`${method} ${path} was never answered`);
  }

  async tell(story: (typeof stories)[number], turn: number): Promise<void> {
    const transKind = story.hold ? 'PREAUTH' : 'AUTH';
    const created = await this.ask(turn, 'POST', base, cardRequest({ amount: 100, transKind }));
    assert.equal(created.status, 200, created.text);
    const paymentId = created.body['paymentId'] as string;
    this.deeds.push({ paymentId, operation: 'create', reply: created });
    if (story.steps.length > 0) await this.settled(paymentId, turn);
    for (const [operation, body] of story.steps) {
      const path = `${base}/${paymentId}/${operation}`;
      const reply = await this.ask(turn + 1, 'POST', path, body);
      this.deeds.push({ paymentId, operation, reply });
    }
  }

  private async settled(paymentId: string, turn: number): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      const reply = await this.ask(turn, 'GET', `${base}/${paymentId}/status`);
      if (reply.body['status'] !== 'PENDING') return;
      await sleep(10);
    }
    assert.fail(`${paymentId} stays PENDING`);
  }

  /** Kills a node in the middle of its work, lets the other continue, and starts it again. */
  async crash(position: number): Promise<void> {
    await (this.nodes[position] as Gateway).kill9();
    await this.more();
    this.nodes[position] = await startGateway({ installation: this.place, env });
    await this.more();
  }

  /** Some more operations are answered. */
  async more(): Promise<void> {
    const goal = this.deeds.length + 2 * clients;
    await until(() => this.isOver || this.deeds.length >= goal, 'more answers');
  }
}

test(
  'two nodes share the load and each other’s crashes',
  { skip: skipOn('postgres'), timeout: 900_000 },
  async () => {
    const installation = await createInstallation('postgres');
    const cluster = new Cluster(installation);
    cluster.nodes.push(
      ...(await Promise.all([
        startGateway({ installation, env }),
        startGateway({ installation, env }),
      ])),
    );
    const [first] = cluster.nodes as [Gateway];
    const shop = await first.addMerchant();
    cluster.token = await first.authenticate(shop.merchantId, shop.secret);
    const load = Array.from({ length: clients }, async (_, client) => {
      for (let round = client; !cluster.isOver; round += 1) {
        await cluster.tell(stories[round % stories.length] as never, round);
      }
    });
    const work = Promise.all(load);
    work.catch(() => (cluster.isOver = true));
    await cluster.more();
    await cluster.crash(1);
    await cluster.crash(0);
    cluster.isOver = true;
    await work;
    assert.ok(cluster.repeats > 0, 'no request was in progress when a node was killed');

    const db = await openDatabaseOf(installation);
    await assertConsistentAtRest(db);
    const creations = cluster.deeds.filter((deed) => deed.operation === 'create');
    const [{ count } = {}] = await runSql<{ count: number }>(
      db,
      'select count(*)::integer as count from payments where merchant_id = $1',
      [shop.merchantId],
    );
    assert.equal(count, creations.length, 'one payment for each creation, answered once or twice');
    const left = cluster.deeds.values();
    await Promise.all(load.map(() => assertAll(cluster, left)));
    await db.close();
    await Promise.all(cluster.nodes.map((node) => node.stop()));
    await installation.remove();
  },
);

async function assertAll(cluster: Cluster, deeds: Iterable<Deed>): Promise<void> {
  for (const deed of deeds) await assertHolds(cluster, deed);
}

/** Answers are true, and what was answered PENDING has ended. */
async function assertHolds(cluster: Cluster, { paymentId, operation, reply }: Deed): Promise<void> {
  const merchant = merchantClientOf(cluster.nodes[0] as Gateway, cluster.token);
  const read = await merchant.read(paymentId);
  if (operation === 'create') return assert.notEqual(read['status'], 'PENDING');
  if (reply.status !== 200) {
    const codes = ['NOT_IN_THIS_STATE', 'OPERATION_IN_PROGRESS', 'ALREADY_CAPTURED'];
    return assert.ok(codes.includes(String(reply.body['code'])), `${operation}: ${reply.text}`);
  }
  const { transId, capturedAmount, authorizedAmount } = reply.body;
  const list = await merchant.transactions(paymentId);
  const transaction = list.find((one) => one['transId'] === transId);
  assert.equal(transaction?.['status'], 'COMPLETED', `${operation}: ${reply.text}`);
  const wasTold = reply.body['transactionStatus'] === 'COMPLETED';
  if (operation === 'cancel') assert.equal(read['status'], 'CANCELLED');
  if (operation === 'capture' && wasTold) assert.equal(read['capturedAmount'], capturedAmount);
  if (operation === 'adjustment' && wasTold) assert.equal(transaction['amount'], authorizedAmount);
}
