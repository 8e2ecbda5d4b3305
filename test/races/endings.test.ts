// Concurrent endings: a cancellation and a success, an expiry and a payment, a new link and a
// payment by the old one, two retries of one order. Each has one legal outcome.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { assertOrderTaken, card, paymentIdOf } from '../support/life/payments.ts';
import {
  assertConsistentAtRest,
  everyOther,
  raceSizes,
  describeRaces,
  winners,
  type RaceSetup,
} from '../support/life/race.ts';
import { cards } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

const SLOW_MS = 3000;

describeRaces('races of endings', (track) => {
  test('cancel x late success: cancelled at once, reversed later, with an alarm', async () => {
    let late = 0;
    // On a slow machine the successes of many payments may all come first.
    for (let many = 50; late === 0; many = Math.floor(many / 3)) {
      assert.ok(many > 0, 'every success came before its cancellation');
      late = await raceOfCancellations(track, many);
    }
  });

  test('cancel x success at the same time: always cancelled, always reversed', async () => {
    const startedAt = Date.now();
    const paymentIds = await Promise.all(
      Array.from({ length: 50 }, async (_, connection) =>
        paymentIdOf(await track.merchant(connection).create({ card: cards.slow })),
      ),
    );
    await sleep(Math.max(0, startedAt + SLOW_MS - 100 - Date.now()));
    const replies = await track.run(paymentIds.length, async (connection) => {
      await sleep(connection * 8);
      return track.merchant(connection + 1).call('POST', paymentIds[connection] ?? '', '/cancel');
    });
    assert.equal(winners(replies).length, paymentIds.length);
    await assertConsistentAtRest(track.database);
    for (const paymentId of paymentIds) {
      const { status, capturedAmount } = await track.merchant().read(paymentId);
      assert.deepEqual([status, capturedAmount], ['CANCELLED', 0]);
      const [sale] = (await track.merchant().client.chargesOf(paymentId)) as unknown as Json[];
      assert.equal(sale?.['result'], 'VOID');
    }
  });

  test('expiry x payment: expired or paid, never expired while with the provider', async () => {
    let [paid, all] = [0, 0];
    // On a slow machine a short time may show only one of the two ends.
    for (let validMs = 4000; paid === 0 || paid === all; validMs *= 2) {
      assert.ok(validMs <= 64_000, `${paid} of ${all} were paid`);
      [paid, all] = await raceOfExpiries(track, validMs);
    }
  });

  for (const { connections, rounds } of raceSizes) {
    test(`restore x pay, ${connections} connections: the old link pays or fails`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const made = await track.merchant().createWithoutInstrument({ channel: 'PAYWALL' });
        const paymentId = paymentIdOf(made);
        const token = made.body['clientToken'] as string;
        const replies = await track.run(connections, (connection) =>
          connection % 2 === 0
            ? track.merchant(connection + round).call('POST', paymentId, '/restore')
            : track.as(token, connection + round).call('PUT', paymentId, '/instrument', card),
        );
        const restored = winners(everyOther(replies, 0), 'NOT_IN_THIS_STATE');
        const paid = winners(everyOther(replies, 1), 'CLIENT_TOKEN_INVALID', 'NOT_IN_THIS_STATE');
        assert.ok(paid.length <= 1);
        assert.equal(paid.length === 0, restored.length > 0, 'one of the two, and only one');
        const status = paid.length === 1 ? 'COMPLETED' : 'NEW';
        await track.merchant().client.waitForStatus(track.merchant().token, paymentId, status);
        const charges = await track.merchant().client.chargesOf(paymentId);
        assert.equal(charges.length, paid.length);
      }
    });

    test(`two tabs after a decline, ${connections} connections: one instrument pays`, async () => {
      for (let round = 0; round < Math.min(rounds, 4); round += 1) {
        const made = await track.merchant().createWithoutInstrument({ channel: 'PAYWALL' });
        const paymentId = paymentIdOf(made);
        const token = made.body['clientToken'] as string;
        const { client } = track.merchant();
        const put = (connection: number, instrumentNo: string) =>
          track
            .as(token, connection)
            .call('PUT', paymentId, '/instrument', { ...card, instrumentNo });
        await put(round, cards.declined);
        const isRefused = async () =>
          (await client.statusOf(token, paymentId))['dataRequest'] === 'INSTRUMENT';
        await until(isRefused, 'the decline');
        const replies = await track.run(connections, (connection) =>
          put(connection + round, connection % 2 === 0 ? card.instrumentNo : cards.slow),
        );
        const [taken, ...more] = winners(replies, 'NOT_IN_THIS_STATE');
        assert.ok(taken && more.length === 0, `${more.length + 1} instruments were taken`);
        await client.waitForStatus(token, paymentId, 'COMPLETED');
        assert.equal((await client.chargesOf(paymentId)).length, 2);
      }
    });

    test(`retry x retry, ${connections} connections: all are created, one is paid`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const orderId = randomUUID();
        const failed = await track.merchant().pay({ orderId, card: cards.declined }, 'REJECTED');
        const retries = await track.run(connections, (connection) =>
          track.merchant(connection + round).call('POST', failed, '/retry'),
        );
        const paymentIds = retries.map(paymentIdOf);
        assert.equal(new Set(paymentIds).size, connections, 'each retry is a payment of its own');
        const replies = await track.run(connections, (connection) =>
          track
            .merchant(connection + round + 1)
            .call('PUT', paymentIds[connection] ?? '', '/instrument', card),
        );
        const [paid, ...more] = winners(replies, 'ORDER_ALREADY_PAID', 'ORDER_IN_PROGRESS');
        assert.ok(paid && more.length === 0);
        const paymentId = paymentIdOf(paid);
        for (const one of replies) if (one !== paid) assertOrderTaken(one, paymentId);
        await track.merchant().client.waitForStatus(track.merchant().token, paymentId, 'COMPLETED');
        const charges = await Promise.all(
          paymentIds.slice(0, 10).map((one) => track.merchant().client.chargesOf(one)),
        );
        const asked = paymentIds
          .slice(0, 10)
          .filter((_, index) => (charges[index] ?? []).length > 0);
        assert.deepEqual(
          asked,
          paymentIds.slice(0, 10).filter((one) => one === paymentId),
        );
      }
    });
  }
});

/** Cancels as many sales, and two holds, before the acquirer answers; returns how many of them. */
async function raceOfCancellations(track: RaceSetup, sales: number): Promise<number> {
  const alarms = await track.alarms('late-success');
  const kinds = [...Array<'PREAUTH'>(2).fill('PREAUTH'), ...Array<'AUTH'>(sales).fill('AUTH')];
  const paymentIds = await Promise.all(
    kinds.map(async (transKind, connection) => {
      const wanted = { card: cards.slow, amount: 60, transKind };
      return paymentIdOf(await track.merchant(connection).create(wanted));
    }),
  );
  await sleep(100);
  const replies = await track.run(paymentIds.length, (connection) =>
    track.merchant(connection + 1).call('POST', paymentIds[connection] ?? '', '/cancel'),
  );
  for (const reply of replies) assert.equal(reply.body['status'], 'CANCELLED', reply.text);
  await assertConsistentAtRest(track.database);
  for (const [connection, paymentId] of paymentIds.entries()) {
    const list = await track.merchant().transactions(paymentId);
    assert.deepEqual(
      list.map((one) => [one['type'], one['status'], one['amount']]),
      [
        [kinds[connection], 'COMPLETED', 60],
        ['REVERSAL', 'COMPLETED', 60],
      ],
    );
    assert.equal((await track.merchant().read(paymentId))['status'], 'CANCELLED');
  }
  // If a success came first, the cancellation is a separate reversal.
  const late = replies.filter(({ body }) => body['transId'] === undefined).length;
  assert.equal((await track.alarms('late-success')) - alarms, late);
  return late;
}

/** Pays 50 payments in twice the time in which they expire; returns how many were paid. */
async function raceOfExpiries(track: RaceSetup, validMs: number): Promise<[number, number]> {
  const paymentIds = await Promise.all(
    Array.from({ length: 50 }, async () =>
      paymentIdOf(await track.merchant().createWithoutInstrument()),
    ),
  );
  const list = `{${paymentIds.join(',')}}`;
  const move = (table: string, column: string) =>
    runSql(
      track.database,
      `update ${table} set ${column} = now() + interval '${validMs} ms'
       where payment_id = any ($1::uuid[])`,
      [list],
    );
  await move('payments', 'valid_until');
  await move('deadlines', 'due_at');
  const replies = await track.run(paymentIds.length, async (connection) => {
    await sleep((connection * validMs) / 25);
    const instrument = connection % 5 === 0 ? { ...card, instrumentNo: cards.slow } : card;
    const merchant = track.merchant(connection);
    return merchant.call('PUT', paymentIds[connection] ?? '', '/instrument', instrument);
  });
  const paid = winners(replies, 'NOT_IN_THIS_STATE');
  await assertConsistentAtRest(track.database);
  for (const [connection, paymentId] of paymentIds.entries()) {
    const { status, rejectCode } = await track.merchant().read(paymentId);
    const isPaid = replies[connection]?.status === 200;
    const wanted = isPaid ? ['COMPLETED', undefined] : ['CANCELLED', 'EXPIRED'];
    assert.deepEqual([status, rejectCode], wanted);
  }
  return [paid.length, paymentIds.length];
}
