// Tests of the reports to Click to Pay on both engines: when one is sent, what it says, and how it
// is repeated.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { noFailpoints } from '../../core/failpoint.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { Draft } from '../../journal/entry.ts';
import { sqlCommitter } from '../../journal/sql-committer.ts';
import { freshPayment } from '../../payments/decisions/testing/fresh-payment.ts';
import { registerPayment } from '../../payments/model/advance.ts';
import { payments, type PaymentStatus } from '../../payments/model/payment.ts';
import type { CheckoutConfirmation, ClickToPay } from '../../wallets/wallet-services.ts';
import { confirmDue } from './confirm-due.ts';
import { checkoutConfirmations, newConfirmation } from './confirmation.store.ts';

type Answer = Awaited<ReturnType<ClickToPay['confirm']>>;

for (const engine of engines) {
  describe(`confirmations on the ${engine.name} database`, { skip: engine.skip }, () => {
    const clock = handClock();
    const ids = createIds(clock, seededRandom(1));
    let opened: OpenEngine;
    let asked: CheckoutConfirmation[];
    let warnings: object[];
    let answer: Answer;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());
    beforeEach(async () => {
      await runSql(opened.database, 'delete from checkout_confirmations');
      asked = [];
      warnings = [];
      answer = 'confirmed';
    });

    const run = () =>
      confirmDue(
        {
          database: opened.database,
          clickToPay: {
            confirm(confirmation) {
              asked.push(confirmation);
              return Promise.resolve(answer);
            },
          },
          clock,
          failpoints: noFailpoints,
          log: { warn: (facts) => warnings.push(facts) },
        },
        10,
      );
    async function store(status: PaymentStatus, correlationId = 'c-1', method = 'C2P') {
      const fresh = freshPayment({ at: clock.now(), ids });
      const { payment } = registerPayment(fresh, ids.next());
      const { merchantId, paymentId } = payment;
      const draft = new Draft()
        .insert(payments, {
          ...payment,
          status,
          method,
          authorizedMinor: payment.amountMinor,
          capturedMinor: payment.amountMinor,
        })
        .insert(
          checkoutConfirmations,
          newConfirmation({ merchantId, paymentId }, correlationId, 'dpa-1', clock.now()),
        );
      const [result] = await sqlCommitter(opened.database).apply([draft]);
      assert.deepEqual(result, { kind: 'committed' });
      return payment;
    }

    for (const [status, isSuccess] of [
      ['COMPLETED', true],
      ['SETTLED', true],
      ['REJECTED', false],
      ['CANCELLED', false],
      ['ERROR', false],
    ] as const) {
      test(`a payment that is ${status} is reported once`, async () => {
        const { paymentId, amountMinor, currency } = await store(status);
        assert.equal(await run(), 1);
        const what = { correlationId: 'c-1', dpaId: 'dpa-1', paymentId, isSuccess };
        assert.deepEqual(asked, [{ ...what, amountMinor, currency }]);
        clock.advance(24 * 60 * 60 * 1000);
        assert.equal(await run(), 0);
      });
    }

    test('a payment that was made with another method in the end is no success', async () => {
      await store('COMPLETED', 'c-1', 'CARD');
      assert.equal(await run(), 1);
      assert.deepEqual(
        asked.map(({ isSuccess }) => isSuccess),
        [false],
      );
    });

    test('a payment that has not ended is not reported', async () => {
      await store('NEW');
      await store('PENDING');
      assert.equal(await run(), 0);
      assert.deepEqual(asked, []);
    });

    test('without an answer it is repeated after 5 s, then after twice as long', async () => {
      await store('COMPLETED');
      answer = 'unknown';
      for (const pauseMs of [5_000, 10_000, 20_000]) {
        assert.equal(await run(), 1);
        clock.advance(pauseMs - 1);
        assert.equal(await run(), 0);
        clock.advance(1);
      }
      answer = 'confirmed';
      assert.equal(await run(), 1);
      clock.advance(60 * 60 * 1000);
      assert.equal(await run(), 0);
      assert.equal(asked.length, 4);
    });

    test('the pause is at most one hour, and it never stops', async () => {
      await store('COMPLETED');
      answer = 'unknown';
      for (let count = 0; count < 40; count += 1) {
        assert.equal(await run(), 1);
        clock.advance(60 * 60 * 1000);
      }
    });

    test('a refusal is logged and not repeated', async () => {
      const { merchantId, paymentId } = await store('REJECTED');
      answer = 'refused';
      assert.equal(await run(), 1);
      assert.deepEqual(warnings, [{ merchantId, paymentId, tries: 1 }]);
      clock.advance(60 * 60 * 1000);
      assert.equal(await run(), 0);
    });

    test(
      'two nodes at the same time report each payment once',
      { skip: engine.name === 'embedded' },
      async () => {
        for (let count = 0; count < 8; count += 1) await store('COMPLETED', `c-${String(count)}`);
        await Promise.all([run(), run(), run()]);
        const ids = asked.map(({ correlationId }) => correlationId).sort();
        assert.deepEqual(
          ids,
          Array.from({ length: 8 }, (_, count) => `c-${String(count)}`),
        );
      },
    );
  });
}
