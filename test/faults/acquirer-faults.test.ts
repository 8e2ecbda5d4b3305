// Every fault of the simulated acquirer: lost, late, invalid and missing answers all end in the
// status that the acquirer recorded, and never before that is certain.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { databaseKinds, skipOn } from '../support/installation.ts';

const maxInFlightMs = 6000;
const env = {
  BRAMKA_PROVIDER_TIMEOUT_MS: '1500',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: String(maxInFlightMs),
};

/** Final status, reject code and the acquirer's records, for every fault. */
const ends: Readonly<Record<string, readonly [string, string | undefined, string[]]>> = {
  SLOW: ['COMPLETED', undefined, ['APPROVED']],
  NO_ANSWER: ['ERROR', 'SYSTEM_ERROR', []],
  ANSWER_LOST_AFTER_APPROVAL: ['COMPLETED', undefined, ['APPROVED']],
  ANSWER_LOST_AFTER_DECLINE: ['REJECTED', 'DO_NOT_HONOR', ['DECLINED']],
  ERROR_AFTER_APPROVAL: ['COMPLETED', undefined, ['APPROVED']],
  GARBAGE_AFTER_APPROVAL: ['COMPLETED', undefined, ['APPROVED']],
  PENDING_THEN_APPROVED: ['COMPLETED', undefined, ['APPROVED']],
  PENDING_THEN_DECLINED: ['REJECTED', 'DO_NOT_HONOR', ['DECLINED']],
};

describe('with a faulty acquirer', { concurrency: true }, () => {
  for (const database of databaseKinds) {
    const options = { skip: skipOn(database), concurrency: true };
    describe(`on the ${database} database`, options, () => {
      let gateway: Gateway;
      let token: string;
      let cards: Map<string, string>;
      before(async () => {
        gateway = await startGateway({ database, env });
        token = await gateway.authenticate();
        const { body } = await gateway.call<Record<string, string>[]>('GET', '/sandbox/triggers');
        const rows = body.filter((one) => one['kind'] === 'card' && one['provider'] === 'acquirer');
        cards = new Map(rows.map((one) => [one['outcome'] ?? '', one['value'] ?? '']));
      });
      after(() => gateway?.stop());

      for (const [fault, [status, rejectCode, recorded]] of Object.entries(ends)) {
        test(`${fault} ends ${status}`, async () => {
          const startedAt = Date.now();
          const made = await gateway.payByCard({ token, card: cards.get(fault) ?? '' });
          assert.deepEqual([made.status, made.body['status']], [200, 'PENDING']);
          const paymentId = made.body['paymentId'] as string;
          const end = await gateway.waitForStatus(token, paymentId);
          assert.deepEqual([end['status'], end['rejectCode']], [status, rejectCode]);
          const charges = await gateway.chargesOf(paymentId);
          assert.deepEqual(
            charges.map((one) => one.result),
            recorded,
          );
          if (fault === 'NO_ANSWER') {
            assert.ok(
              Date.now() - startedAt >= maxInFlightMs,
              'given up before the outcome was certain',
            );
          }
          const list = await gateway.call(
            'GET',
            `/v1/ecommerce/payment/${paymentId}/transactions`,
            {
              token,
            },
          );
          assert.match(list.text, new RegExp(`"status":"${status}"`));
        });
      }

      test('no fault of the catalogue is left out', () => {
        const faults = [...cards.keys()].filter((one) => /SLOW|ANSWER|AFTER|PENDING/.test(one));
        assert.deepEqual(faults.sort(), Object.keys(ends).sort());
      });
    });
  }
});
