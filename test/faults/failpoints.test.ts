// kill -9 at every named point in the middle of a payment: after the restart the repeated request
// finds its payment, and the resolver brings it to the truth that the acquirer holds.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { createPlace, databaseKinds, skipOn, type DatabaseKind } from '../support/place.ts';
import { assertTotalsMatch, readPaymentTotals } from '../support/tables.ts';

const timing = { BRAMKA_PROVIDER_TIMEOUT_MS: '5000', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '5000' };
const answerLost = '4000000000020034';

/** What must become of the payment when the process dies there. */
const points = [
  { at: 'attempt.committed', card: '4111111111111111', end: 'ERROR', charges: 0 },
  { at: 'outcome.received', card: '4111111111111111', end: 'COMPLETED', charges: 1 },
  { at: 'outcome.received', card: '4000000000000002', end: 'REJECTED', charges: 1 },
  { at: 'outcome.committed', card: '4111111111111111', end: 'COMPLETED', charges: 1 },
  { at: 'finding.received', card: answerLost, end: 'COMPLETED', charges: 1 },
];

// Mostly they wait, so they wait side by side; more at once would start too slowly.
describe('kill -9', { concurrency: true }, () => databaseKinds.forEach(killedOn));

function killedOn(database: DatabaseKind): void {
  const options = { skip: skipOn(database), concurrency: 2 };
  describe(`killed in the middle of a payment on the ${database} database`, options, () => {
    for (const { at, card, end, charges } of points) {
      test(`at ${at} with card ${card} the payment ends ${end}`, async () => {
        const place = await createPlace(database);
        const env = { ...timing, BRAMKA_FAILPOINTS: `${at}=kill` };
        const doomed = await startGateway({ place, env });
        const token = await doomed.authenticate();
        const payment = { token, card, orderId: 'one', key: randomUUID() };
        const answered = await doomed.payByCard(payment).catch(() => undefined);
        assert.equal(await doomed.exited(), null, 'it died by the signal');

        const survivor = await startGateway({ place, env: timing });
        const repeated = await survivor.payByCard(payment);
        assert.equal(repeated.status, 200, repeated.text);
        assert.equal(repeated.headers.get('idempotency-replayed'), 'true');
        if (answered) assert.equal(repeated.text, answered.text);
        const paymentId = repeated.body['paymentId'] as string;
        const status = await survivor.waitForStatus(token, paymentId);
        assert.equal(status['status'], end);
        if (end === 'ERROR') assert.equal(status['rejectCode'], 'SYSTEM_ERROR');
        assert.equal((await survivor.chargesOf(paymentId)).length, charges);
        const next = await survivor.payByCard({ token, orderId: 'one' });
        assert.equal(next.status, end === 'COMPLETED' ? 409 : 200);
        if (next.status === 200) {
          await survivor.waitForStatus(token, next.body['paymentId'] as string, 'COMPLETED');
        }
        await survivor.stop();
        const rows = await readPaymentTotals(place);
        assert.equal(rows.length, end === 'COMPLETED' ? 1 : 2);
        assertTotalsMatch(rows);
        await place.remove();
      });
    }
  });
}
