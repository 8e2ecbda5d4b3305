// Contract tests of the charge store on every storage: rows are read as they were written, and the
// table's constraints hold.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { openAcquirerFixture, type AcquirerFixture } from '../testing/acquirer-fixture.ts';
import { backingsWith } from '../testing/backing.ts';
import { chargeTable, ONE_PER_ATTEMPT } from './acquirer.store.ts';
import type { Charge } from './charge.ts';

for (const backing of backingsWith(process.env.BRAMKA_TEST_POSTGRES)) {
  describe(`the charge store in ${backing}`, () => {
    let fixture: AcquirerFixture;
    before(async () => (fixture = await openAcquirerFixture(backing, createTestDatabase)));
    after(() => fixture.close());

    const charge = (overrides: Partial<Charge> = {}): Charge => ({
      amountMinor: 9_007_199_254_740_993n,
      authorizedMinor: 9_007_199_254_740_993n,
      capturedMinor: 0n,
      refundedMinor: 0n,
      createdAt: fixture.clock.now() + 1,
      dueAt: fixture.clock.now() + 2,
      version: 1,
      attemptId: fixture.ids.next(),
      reference: fixture.ids.next(),
      paymentId: fixture.ids.next(),
      originalAttemptId: null,
      merchantId: 'shop "1" \\ {null,}',
      verb: 'authorize',
      kind: 'funding',
      funding: {
        purposeCode: 'PP',
        fundSource: '02',
        fundSourceRef: null,
        recipientMask: '411111******1111',
        recipientName: 'Zoë "Z" \\ Ł',
      },
      currency: 'PLN',
      result: 'APPROVED',
      rejectCode: null,
      authCode: '012345',
      cardLastFour: '0042',
      tokenLastFour: '0043',
      eci: '05',
      exemption: 'TRA',
      networkTransactionId: '000000000000001',
      initialTransactionId: '000000000000002',
      ...overrides,
    });
    const insert = (row: Charge) => fixture.journal.commit(new Draft().insert(chargeTable, row));

    test('reads a row as it was written', async () => {
      const full = charge({ originalAttemptId: fixture.ids.next(), rejectCode: 'DO_NOT_HONOR' });
      const sparse = charge({
        dueAt: null,
        authCode: null,
        cardLastFour: null,
        tokenLastFour: null,
        eci: null,
        exemption: null,
        networkTransactionId: null,
        initialTransactionId: null,
      });
      for (const row of [full, sparse]) {
        deepEqual(await insert(row), { kind: 'committed' });
        deepEqual(await fixture.store.find(row.attemptId), row);
      }
    });

    test('finds no charge that was not written', async () => {
      const [one, other] = [fixture.ids.next(), fixture.ids.next()];
      equal(await fixture.store.find(one), undefined);
      deepEqual(await fixture.store.findBoth(one, other), { own: undefined, original: undefined });
      deepEqual(await fixture.store.ofPayment(one), []);
    });

    test('returns an attempt and its original in the right places', async () => {
      const [followUp, original] = [charge(), charge()];
      await insert(followUp);
      await insert(original);
      const { attemptId } = followUp;
      deepEqual(await fixture.store.findBoth(attemptId, original.attemptId), {
        own: followUp,
        original,
      });
      deepEqual(await fixture.store.findBoth(original.attemptId, attemptId), {
        own: original,
        original: followUp,
      });
    });

    test('finds the charges of concurrent operations, each its own', async () => {
      const rows = Array.from({ length: 70 }, () => charge());
      await Promise.all(rows.map(insert));
      const pairs = await Promise.all(
        rows.map((row) => fixture.store.findBoth(fixture.ids.next(), row.attemptId)),
      );
      deepEqual(
        pairs,
        rows.map((row) => ({ own: undefined, original: row })),
      );
    });

    test('lists the charges of one payment in order of creation', async () => {
      const paymentId = fixture.ids.next();
      const at = fixture.clock.now();
      const later = charge({ paymentId, createdAt: at + 20 });
      const first = charge({ paymentId, createdAt: at });
      const second = charge({ paymentId, createdAt: at });
      for (const row of [later, second, first, charge()]) await insert(row);
      deepEqual(await fixture.store.ofPayment(paymentId), [first, second, later]);
    });

    test('refuses a second charge with the same attempt id, also in the same batch', async () => {
      const row = charge();
      const second = charge({ attemptId: row.attemptId });
      const verdicts = await Promise.all([insert(row), insert(second), insert(charge())]);
      deepEqual(verdicts, [
        { kind: 'committed' },
        { kind: 'conflict', constraint: ONE_PER_ATTEMPT },
        { kind: 'committed' },
      ]);
      deepEqual(await insert(charge({ attemptId: row.attemptId })), {
        kind: 'conflict',
        constraint: ONE_PER_ATTEMPT,
      });
      deepEqual(await fixture.store.find(row.attemptId), row);
    });

    test('updates a charge only on the version it was read at', async () => {
      const row = charge();
      await insert(row);
      const captured = { ...row, capturedMinor: 5n, version: 2 };
      const first = await fixture.journal.commit(new Draft().change(chargeTable, captured, 1));
      equal(first.kind, 'committed');
      const late = { ...row, capturedMinor: 7n, version: 2 };
      const lost = charge();
      const draft = new Draft().change(chargeTable, late, 1).insert(chargeTable, lost);
      equal((await fixture.journal.commit(draft)).kind, 'stale');
      deepEqual(await fixture.store.find(row.attemptId), captured);
      equal(await fixture.store.find(lost.attemptId), undefined);
    });

    const broken: readonly (readonly [constraint: string, other: Partial<Charge>])[] = [
      ['charges_amount', { amountMinor: -1n }],
      ['charges_token_last_four', { tokenLastFour: '004' }],
      ['charges_captured', { authorizedMinor: 10n, capturedMinor: 11n }],
      ['charges_refunded', { capturedMinor: 10n, refundedMinor: 11n }],
      ['charges_money_only_approved', { result: 'VOID' }],
      ['charges_reason', { result: 'DECLINED', authorizedMinor: 0n }],
      ['charges_due', { result: 'PENDING', authorizedMinor: 0n, dueAt: null }],
      ['charges_kind', { kind: null, funding: null }],
      ['charges_funding', { funding: null }],
      ['charges_last_four', { cardLastFour: '4111111111111111' }],
    ];
    for (const [constraint, other] of backing === 'memory' ? [] : broken) {
      test(`the database refuses a row that breaks ${constraint}`, async () => {
        deepEqual(await insert(charge(other)), { kind: 'conflict', constraint });
      });
    }
  });
}
