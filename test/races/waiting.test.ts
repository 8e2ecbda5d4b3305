// Races of payments that wait for their customers: a confirmation against the end of the payment,
// messages against each other and against inquiries. Each round ends in one of the legal ends, with
// one charge at most, and the money of a cancelled payment is returned.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Reply } from '../support/client.ts';
import {
  amountFor,
  confirm,
  payers,
  waitingProviders,
  type WaitingPayment,
  type WaitingProvider,
} from '../support/customers/payers.ts';
import { recordsText, type RecordRow } from '../support/customers/records.ts';
import { runSql } from '../support/engines.ts';
import { base, bodyOf, paymentIdOf } from '../support/life/payments.ts';
import {
  assertConsistentAtRest,
  describeRaces,
  winners,
  type RaceSetup,
} from '../support/life/race.ts';
import { advance, readClock } from '../support/sandbox.ts';
import { itnOf, readTransfer, remoteIdOf, sendItn } from '../support/transfers/bank.ts';
import { until } from '../support/waiting/until.ts';

interface Made extends WaitingPayment {
  readonly provider: WaitingProvider;
}

const OF_EACH = 8;

async function make(track: RaceSetup, provider: WaitingProvider, amount: number): Promise<Made> {
  const { client, token } = track.merchant();
  const order = { amount, currency: 'PLN', extOrderId: randomUUID() };
  const body = { channel: 'WEBAPI', order, ...(await payers[provider].means(client)) };
  const created = await client.call('POST', base, { token, body });
  const paymentId = paymentIdOf(created);
  if (provider !== 'blik') return { provider, paymentId, remoteID: remoteIdOf(created) };
  await until(async () => {
    const pushes = await client.call<Json[]>('GET', '/sandbox/blik/api/pushes');
    return pushes.body.some((push) => push['paymentId'] === paymentId);
  }, 'the push');
  return { provider, paymentId };
}

/** Payments of all providers that wait for their customers, in turn. */
async function makeAll(track: RaceSetup, isReported = true): Promise<Made[]> {
  const lists = await Promise.all(
    waitingProviders.map(async (provider) => {
      const list: Made[] = [];
      const amount = amountFor(provider, isReported);
      while (list.length < OF_EACH) list.push(await make(track, provider, amount));
      return list;
    }),
  );
  return Array.from({ length: OF_EACH }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  ).flat();
}

/** Time passes until refunds are made and nothing is in progress. */
async function settle(track: RaceSetup): Promise<void> {
  await until(async () => {
    await advance(track.merchant().client, 65);
    const text = `select payment_id from attempts where finished_at is null
      union all select payment_id from payments where status = 'PENDING'`;
    return (await runSql(track.database, text)).length === 0;
  }, 'the end of all payments');
  await assertConsistentAtRest(track.database, 30_000);
}

async function endsOf(track: RaceSetup, made: readonly Made[]): Promise<string[]> {
  const rows = await runSql<RecordRow>(track.database, recordsText);
  return made.map(({ paymentId }) => {
    const [found, ...more] = rows.filter((row) => row.paymentId === paymentId);
    assert.ok(found && more.length === 0);
    return [found.status, found.rejectCode, found.record].filter(Boolean).join(' ');
  });
}

function assertLegal(ends: readonly string[], ...legal: string[]): void {
  for (const end of ends) assert.ok(legal.includes(end), `${end} is not ${legal.join(' or ')}`);
}

/** Sets columns of all these payments to a moment of the gateway's clock. */
async function setTimes(
  track: RaceSetup,
  payments: readonly Made[],
  columns: readonly (readonly [table: string, column: string, condition: string])[],
  afterMs: number,
): Promise<void> {
  const { now } = await readClock(track.merchant().client);
  const at = new Date(Date.parse(now) + afterMs).toISOString();
  const ids = `{${payments.map(({ paymentId }) => paymentId).join(',')}}`;
  for (const [table, column, condition] of columns) {
    await runSql(
      track.database,
      `update ${table} set ${column} = $2::timestamptz
       where payment_id = any ($1::uuid[]) and ${condition}`,
      [ids, at],
    );
  }
}

const makeInquiriesDue = (track: RaceSetup, made: readonly Made[]): Promise<void> =>
  setTimes(track, made, [['attempts', 'check_at', 'finished_at is null']], 0);

async function setFault(track: RaceSetup, fault: Json & { provider: string }): Promise<void> {
  const { client } = track.merchant();
  bodyOf(await client.call('POST', '/sandbox/faults', { body: fault }));
}

/** Removes all faults of the providers. */
async function clearFaults(track: RaceSetup): Promise<void> {
  for (const provider of ['blik', 'autopay', 'pa'])
    await setFault(track, { provider, clear: true });
}

/** The customer confirms and comes back; the provider reports it. */
async function confirmAt(track: RaceSetup, one: Made, connection: number): Promise<boolean> {
  const { client } = track.merchant(connection);
  const payer = payers[one.provider];
  const isDone = await payer.tryToConfirm(client, one);
  if (isDone) await payer.comeBack(client, one);
  return isDone;
}

const cancelAt = (track: RaceSetup, { paymentId }: Made, connection: number): Promise<Reply> =>
  track.merchant(connection).call('POST', paymentId, '/cancel');

describeRaces('races of payments that wait for customers', (track) => {
  test('confirmation x cancel: paid, or cancelled without money', async () => {
    const payments = await makeAll(track);
    const replies = await track.run(payments.length, async (connection) => {
      const one = payments[connection] as Made;
      // A confirmation is slower than a cancel: it goes through the provider.
      const cancelling = sleep(connection * 3).then(() => cancelAt(track, one, connection + 1));
      const [reply] = await Promise.all([cancelling, confirmAt(track, one, connection)]);
      return reply;
    });
    // A transfer that has arrived can only be refunded.
    winners(replies, 'OPERATION_NOT_SUPPORTED');
    await settle(track);
    for (const [index, end] of (await endsOf(track, payments)).entries()) {
      const isCancelled = replies[index]?.status === 200;
      const legal = isCancelled ? ['CANCELLED ended', 'CANCELLED returned'] : ['COMPLETED paid'];
      assertLegal([end], ...legal);
    }
  });

  test('confirmation x expiry: paid, or expired without money', async () => {
    const [inTime, ended, late] = [
      'COMPLETED paid',
      'CANCELLED EXPIRED ended',
      'CANCELLED EXPIRED returned',
    ];
    const columns = [
      ['payments', 'valid_until', 'true'],
      ['deadlines', 'due_at', 'true'],
    ] as const;
    const seen = new Set<string>();
    // On a slow machine a short time may show only one of the two ends.
    for (let validMs = 1000; !seen.has(inTime) || !seen.has(ended); validMs *= 2) {
      assert.ok(validMs <= 256_000, `there were only: ${[...seen].join()}`);
      const payments = await makeAll(track);
      await setTimes(track, payments, columns, validMs);
      await Promise.all(
        payments.map(async (one, connection) => {
          await sleep((connection * validMs) / 10);
          return confirmAt(track, one, connection);
        }),
      );
      await settle(track);
      const ends = await endsOf(track, payments);
      assertLegal(ends, inTime, ended, late);
      for (const end of ends) seen.add(end);
    }
  });

  test('stop x confirmation: a customer who is faster gets the money back', async () => {
    let late = 0;
    // On a slow machine a short delay of the stop may be too short for every customer.
    for (let latencyMs = 500; late === 0; latencyMs *= 2) {
      assert.ok(latencyMs <= 8000, 'no customer was faster than the stop');
      late = await raceOfStops(track, latencyMs);
    }
  });

  test('a message x the same message x an inquiry: completed once, without an alarm', async () => {
    const alarms = await track.alarms('contradicting-outcome');
    await setFault(track, { provider: 'blik', verbs: ['notify'], duplicateCallback: true });
    const payments = await makeAll(track, false);
    const transfers = payments.filter(({ provider }) => provider !== 'blik');
    await Promise.all(transfers.map((one) => confirm(one.provider, track.merchant().client, one)));
    await Promise.all([
      makeInquiriesDue(track, payments),
      ...payments.map(async (one, connection) => {
        await sleep(connection * 20);
        await reportTwice(track, one, connection);
      }),
    ]);
    await clearFaults(track);
    await settle(track);
    assertLegal(await endsOf(track, payments), 'COMPLETED paid');
    assert.equal(await track.alarms('contradicting-outcome'), alarms);
    const text = `select event_id from events where payment_id = $1
      and event = 'PAYMENT_STATUS' and body::json ->> 'status' = 'COMPLETED'`;
    for (const { paymentId } of payments) {
      const events = await runSql(track.database, text, [paymentId]);
      assert.equal(events.length, 1, 'one event says that it is paid');
    }
  });

  test('a code x another code: one of them is used, and one charge at most', async () => {
    for (let round = 0; round < OF_EACH; round += 1) await raceOfCodes(track, round);
    await settle(track);
  });
});

/** Returns how many customers were faster than the stop. */
async function raceOfStops(track: RaceSetup, latencyMs: number): Promise<number> {
  await setFault(track, { provider: 'blik', verbs: ['stop'], latencyMs });
  await setFault(track, { provider: 'autopay', verbs: ['cancel'], latencyMs });
  await setFault(track, { provider: 'pa', verbs: ['stop'], latencyMs });
  const alarms = await track.alarms('late-success');
  const payments = await makeAll(track);
  await Promise.all(
    payments.map(async (one, connection) => {
      bodyOf(await cancelAt(track, one, connection));
      await sleep((connection % 8) * 100);
      await confirmAt(track, one, connection + 1);
    }),
  );
  await clearFaults(track);
  await settle(track);
  const ends = await endsOf(track, payments);
  assertLegal(ends, 'CANCELLED ended', 'CANCELLED returned');
  const late = ends.filter((end) => end.endsWith('returned')).length;
  assert.equal((await track.alarms('late-success')) - alarms, late);
  return late;
}

/** The same message reaches both nodes at once. */
async function reportTwice(track: RaceSetup, one: Made, connection: number): Promise<void> {
  const nodes = [track.merchant(connection).client, track.merchant(connection + 1).client];
  if (one.provider === 'blik') return confirm('blik', track.merchant(connection).client, one);
  if (one.provider === 'PA') {
    await Promise.all(nodes.map((client) => payers.PA.comeBack(client, one)));
    return;
  }
  const itn = itnOf(await readTransfer(track.merchant().client, one.remoteID ?? ''));
  const answers = await Promise.all(nodes.map((client) => sendItn(client, itn)));
  assert.deepEqual(answers, [
    [200, 'CONFIRMED'],
    [200, 'CONFIRMED'],
  ]);
}

/** After a wrong code two tabs of the customer send one code each. */
async function raceOfCodes(track: RaceSetup, round: number): Promise<void> {
  const { client, token } = track.merchant();
  const means = await payers.blik.means(client);
  const order = { amount: 10, currency: 'PLN', extOrderId: randomUUID() };
  const instrument = { type: 'BLIK_CODE', code: '100001' };
  const body = { channel: 'WEBAPI', order, ...means, instrument };
  const paymentId = paymentIdOf(await client.call('POST', base, { token, body }));
  await until(
    async () => (await client.statusOf(token, paymentId))['dataRequest'] === 'BLIK_CODE',
    'the request for another code',
  );
  const codes = await Promise.all(
    ['1', '2'].map(async (phone) => {
      const issued = await client.call('POST', '/sandbox/blik/api/codes', { body: { phone } });
      return bodyOf(issued)['code'];
    }),
  );
  const replies = await track.run(2, (connection) =>
    track
      .merchant(connection + round)
      .call('PATCH', paymentId, '/instrument', { code: codes[connection] }),
  );
  assert.equal(winners(replies, 'NOT_IN_THIS_STATE').length, 1);
  await until(() => payers.blik.tryToConfirm(client, { paymentId }), 'the push');
  await client.waitForStatus(token, paymentId, 'COMPLETED');
  const text = `select state from sandbox.blik_payments
    where payment_id = $1 and verb = 'authorize' order by state`;
  const states = await runSql<{ state: string }>(track.database, text, [paymentId]);
  assert.deepEqual(states, [{ state: 'APPROVED' }, { state: 'DECLINED' }]);
}
