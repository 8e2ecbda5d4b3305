// Tests of the simulated acquirer on every storage: an attempt id is decided once, the money rules
// hold under races, and no card data is kept.
import { deepEqual, doesNotMatch, equal, notEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import {
  authorizeRequest,
  CARD,
  followUpOf,
  openAcquirerFixture,
} from '../testing/acquirer-fixture.ts';
import { reply, type AcquirerFixture } from '../testing/acquirer-fixture.ts';
import { backingsWith } from '../testing/backing.ts';
import type { Charge } from './charge.ts';
import { DELAY_MS } from './triggers/behaviour.ts';

for (const backing of backingsWith(process.env.BRAMKA_TEST_POSTGRES)) {
  describe(`the simulated acquirer in ${backing}`, () => {
    let fixture: AcquirerFixture;
    before(async () => (fixture = await openAcquirerFixture(backing, createTestDatabase)));
    after(() => fixture.close());

    const ask = (verb: Verb, request: PlainRequest) => reply(fixture.acquirer, verb, request);
    const authorized = async (other: Partial<PlainRequest> = {}): Promise<PlainRequest> => {
      const request = authorizeRequest(fixture.ids, other);
      equal((await ask('authorize', request)).result, 'APPROVED');
      return request;
    };
    const next = (original: PlainRequest, amountMinor = '10000') =>
      followUpOf(fixture.ids, original, { amountMinor });
    const chargeOf = async ({ attemptId }: PlainRequest) =>
      (await fixture.store.find(attemptId)) as Charge;
    const totals = async (request: PlainRequest) => {
      const { authorizedMinor, capturedMinor, refundedMinor } = await chargeOf(request);
      return [authorizedMinor, capturedMinor, refundedMinor];
    };

    test('a repeat with the same attempt id gets the same answer and charges once', async () => {
      const request = authorizeRequest(fixture.ids);
      const first = await ask('authorize', request);
      deepEqual(await ask('authorize', request), first);
      deepEqual(await ask('inquire', { attemptId: request.attemptId }), first);
      equal((await fixture.acquirer.chargesOf(request.paymentId as string)).length, 1);
    });

    test('concurrent equal requests charge once and all get the same answer', async () => {
      const request = authorizeRequest(fixture.ids);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask('authorize', request)),
      );
      equal(new Set(answers.map(({ reference }) => reference)).size, 1);
      equal(new Set(answers.map(({ authCode }) => authCode)).size, 1);
      equal((await chargeOf(request)).reference, answers[0]?.reference);
      equal((await fixture.acquirer.chargesOf(request.paymentId as string)).length, 1);
    });

    test('an attempt id used for another operation is refused and has no effect', async () => {
      const request = await authorized();
      const otherHold = await authorized({ kind: 'hold' });
      const { attemptId } = request;
      const conflicting = [
        fixture.acquirer.handle('authorize', { ...request, amountMinor: '9999' }),
        fixture.acquirer.handle('authorize', { ...request, merchantId: 'shop-2' }),
        fixture.acquirer.handle('authorize', { ...request, kind: 'hold' }),
        fixture.acquirer.handle('capture', { ...next(otherHold), attemptId }),
      ];
      for (const answer of await Promise.all(conflicting)) equal(answer?.status, 409);
      deepEqual(await totals(otherHold), [10000n, 0n, 0n]);
    });

    test('an invalid request is answered 400 and records nothing', async () => {
      const request = authorizeRequest(fixture.ids, { amountMinor: '1.00' });
      equal((await fixture.acquirer.handle('authorize', request))?.status, 400);
      equal(
        (await fixture.acquirer.handle('pay' as Verb, authorizeRequest(fixture.ids)))?.status,
        400,
      );
      const { attemptId } = request;
      deepEqual(await ask('inquire', { attemptId }), { result: 'NOT_FOUND', attemptId });
    });

    test('a hold is adjusted, captured once and refunded up to what was captured', async () => {
      const hold = await authorized({ kind: 'hold' });
      const results: string[] = [];
      const steps: readonly (readonly [Verb, string])[] = [
        ['adjust', '15000'],
        ['capture', '15001'],
        ['capture', '12000'],
        ['capture', '1'],
        ['adjust', '20000'],
        ['reverse', '15000'],
        ['refund', '5000'],
        ['refund', '7001'],
        ['refund', '7000'],
        ['refund', '1'],
      ];
      for (const [verb, amount] of steps) {
        const { result, rejectCode } = await ask(verb, next(hold, amount));
        results.push(`${verb} ${amount} ${rejectCode ?? result}`);
      }
      deepEqual(results, [
        'adjust 15000 APPROVED',
        'capture 15001 LIMIT_EXCEEDED',
        'capture 12000 APPROVED',
        'capture 1 DO_NOT_HONOR',
        'adjust 20000 DO_NOT_HONOR',
        'reverse 15000 DO_NOT_HONOR',
        'refund 5000 APPROVED',
        'refund 7001 LIMIT_EXCEEDED',
        'refund 7000 APPROVED',
        'refund 1 LIMIT_EXCEEDED',
      ]);
      deepEqual(await totals(hold), [15000n, 12000n, 12000n]);
    });

    test('a repeated capture, adjustment or refund takes effect once', async () => {
      const hold = await authorized({ kind: 'hold' });
      for (const verb of ['adjust', 'capture', 'refund'] as const) {
        const request = next(hold, '4000');
        const first = await ask(verb, request);
        equal(first.result, 'APPROVED');
        deepEqual(await Promise.all([ask(verb, request), ask(verb, request)]), [first, first]);
      }
      deepEqual(await totals(hold), [4000n, 4000n, 4000n]);
      equal((await chargeOf(hold)).version, 4);
    });

    test('twenty concurrent refunds never exceed the captured amount', async () => {
      const sale = await authorized();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask('refund', next(sale, '1500'))),
      );
      equal(answers.filter(({ result }) => result === 'APPROVED').length, 6);
      deepEqual(await totals(sale), [10000n, 10000n, 9000n]);
    });

    test('exactly one of a concurrent capture and reversal succeeds', async () => {
      for (let round = 0; round < 5; round += 1) {
        const hold = await authorized({ kind: 'hold' });
        const both = await Promise.all([ask('capture', next(hold)), ask('reverse', next(hold))]);
        equal(both.filter(({ result }) => result === 'APPROVED').length, 1);
      }
    });

    test('a reversal undoes a sale, can be repeated, and is reported by an inquiry', async () => {
      const sale = await authorized();
      const request = next(sale);
      const first = await ask('reverse', request);
      equal(first.result, 'APPROVED');
      deepEqual(await ask('reverse', request), first);
      equal((await ask('reverse', next(sale))).result, 'APPROVED');
      deepEqual(await totals(sale), [0n, 0n, 0n]);
      equal((await ask('inquire', { attemptId: sale.attemptId })).rejectCode, 'SYSTEM_ERROR');
      equal((await ask('refund', next(sale, '1'))).result, 'DECLINED');
    });

    test('an authorization that arrives after its reversal is declined', async () => {
      const late = authorizeRequest(fixture.ids);
      equal((await ask('reverse', next(late))).result, 'APPROVED');
      equal((await ask('authorize', late)).rejectCode, 'SYSTEM_ERROR');
      equal((await ask('authorize', late)).result, 'DECLINED');
      equal((await ask('inquire', { attemptId: late.attemptId })).result, 'DECLINED');
      deepEqual(await totals(late), [0n, 0n, 0n]);
    });

    test('a capture that arrives after its reversal is declined', async () => {
      const hold = await authorized({ kind: 'hold' });
      const late = next(hold);
      equal((await ask('reverse', followUpOf(fixture.ids, late))).result, 'APPROVED');
      equal((await ask('capture', late)).rejectCode, 'SYSTEM_ERROR');
      deepEqual(await totals(hold), [10000n, 0n, 0n]);
    });

    test('a concurrent authorization and reversal leave nothing charged', async () => {
      for (let round = 0; round < 5; round += 1) {
        const request = authorizeRequest(fixture.ids);
        const reversals = [ask('reverse', next(request)), ask('reverse', next(request))];
        const both = await Promise.all([ask('authorize', request), ...reversals]);
        deepEqual([both[1]?.result, both[2]?.result], ['APPROVED', 'APPROVED']);
        deepEqual(await totals(request), [0n, 0n, 0n]);
        equal((await ask('inquire', { attemptId: request.attemptId })).result, 'DECLINED');
      }
    });

    test('a slow authorization is declined if it was reversed in the meantime', async () => {
      const slow = authorizeRequest(fixture.ids, { card: { ...CARD, number: '4000000000020018' } });
      const calling = ask('authorize', slow);
      equal((await ask('reverse', next(slow))).result, 'APPROVED');
      fixture.clock.advance(DELAY_MS);
      equal((await calling).rejectCode, 'SYSTEM_ERROR');
    });

    test('a repeat after a lost answer gets the recorded result', async () => {
      const lost = authorizeRequest(fixture.ids, { card: { ...CARD, number: '4000000000020034' } });
      equal(await fixture.acquirer.handle('authorize', lost), undefined);
      equal((await ask('authorize', lost)).result, 'APPROVED');
    });

    test('a pending hold can be captured only after it was decided', async () => {
      const card = { ...CARD, number: '4000000000020075' };
      const hold = authorizeRequest(fixture.ids, { card, kind: 'hold' });
      equal((await ask('authorize', hold)).result, 'PENDING');
      equal((await ask('capture', next(hold))).result, 'DECLINED');
      fixture.clock.advance(DELAY_MS);
      equal((await ask('capture', next(hold))).result, 'APPROVED');
      deepEqual(await totals(hold), [10000n, 10000n, 0n]);
    });

    test('a pending payment that is reversed is never charged', async () => {
      const pending = authorizeRequest(fixture.ids, {
        card: { ...CARD, number: '4000000000020075' },
      });
      await ask('authorize', pending);
      equal((await ask('reverse', next(pending))).result, 'APPROVED');
      fixture.clock.advance(DELAY_MS);
      equal((await ask('inquire', { attemptId: pending.attemptId })).result, 'DECLINED');
      deepEqual(await totals(pending), [0n, 0n, 0n]);
    });

    test('stored rows keep only the last four digits of the card number', async () => {
      const card = { number: '4929123412347653', expiry: '204711', cvv: '8642', holder: 'Ewa Zet' };
      const request = await authorized({ card, amountMinor: '31' });
      await ask('refund', next(request, '1'));
      const rows = await everyRow(fixture, request.paymentId as string);
      doesNotMatch(rows, /4929123412347653|492912341234|8642|204711|Ewa Zet/i);
      equal((await chargeOf(request)).cardLastFour, '7653');
      notEqual(rows.indexOf('7653'), -1);
    });
  });
}

/** All rows as text: on a database, read from the table itself with all of its columns. */
async function everyRow(fixture: AcquirerFixture, paymentId: string): Promise<string> {
  if (!fixture.database) {
    const rows = await fixture.store.ofPayment(paymentId);
    return JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }
  const text = `select string_agg(c::text, ' ') as rows from sandbox.charges c
    where payment_id = $1::uuid`;
  const [row] = await fixture.database.run<{ rows: string }>({ name: 'test.rows', text }, [
    paymentId,
  ]);
  return row?.rows ?? '';
}
