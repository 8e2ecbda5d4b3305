// kill -9 at named points in the middle of a payment: after the restart the repeated request finds
// its payment, and the resolver brings it to the result that the acquirer recorded. Processes are
// killed one after another in one place, each at its own point; then the clock is moved.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { CardPayment, Json, Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createPlace, skipOn, type DatabaseKind, type Place } from '../support/place.ts';
import { advance } from '../support/sandbox.ts';
import { until } from '../support/waiting/until.ts';
import { assertTotalsMatch, readPaymentTotals } from '../support/tables.ts';

/** So long that nothing becomes due before the clock is moved. */
const timing = { BRAMKA_PROVIDER_TIMEOUT_MS: '60000', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '60000' };
const DUE_SECONDS = 200;
const answerLost = '4000000000020034';

interface Point {
  readonly at: string;
  readonly card: string;
  /** How the payment must end if the process dies there. */
  readonly end: string;
  readonly charges: number;
  /** On the payment page, where the customer tries again. */
  readonly isPage?: boolean;
}

/** The first one moves the clock, which makes open payments due, so no other may be open then. */
const points: readonly Point[] = [
  { at: 'finding.received', card: answerLost, end: 'COMPLETED', charges: 1 },
  { at: 'attempt.committed', card: '4111111111111111', end: 'ERROR', charges: 0 },
  { at: 'outcome.received', card: '4111111111111111', end: 'COMPLETED', charges: 1 },
  { at: 'outcome.received', card: '4000000000000002', end: 'REJECTED', charges: 1 },
  { at: 'outcome.committed', card: '4111111111111111', end: 'COMPLETED', charges: 1 },
  ...[
    { at: 'attempt.committed', card: '4111111111111111', end: 'SYSTEM_ERROR', charges: 0 },
    { at: 'outcome.received', card: '4000000000000002', end: 'DO_NOT_HONOR', charges: 1 },
    { at: 'outcome.committed', card: '4000000000000002', end: 'DO_NOT_HONOR', charges: 1 },
  ].map((one) => ({ ...one, isPage: true })),
];

/**
 * On the embedded database only the cases that depend on storage: killed after a commit, before the
 * next one, and after that. Random kills hit commits in the middle. The engine's decisions after a
 * restart are the same code, tested at every point on PostgreSQL.
 */
const storagePoints = points.filter(
  ({ at, card, isPage }) => /^attempt|^outcome/.test(at) && card === '4111111111111111' && !isPage,
);

// They mostly wait, so they run in parallel.
describe('kill -9', { concurrency: true }, () => {
  killedOn('postgres', points);
  killedOn('embedded', storagePoints);
});

interface Killed extends Point {
  readonly payment: Omit<CardPayment, 'token'>;
  /** Undefined if it died before it answered. */
  readonly answered: Reply | undefined;
  repeated?: Reply;
}

async function killAt(place: Place, point: Point): Promise<Killed> {
  const env = { ...timing, BRAMKA_FAILPOINTS: `${point.at}=kill` };
  const doomed = await startGateway({ place, env });
  const token = await doomed.authenticate();
  const channel = point.isPage ? { extra: { channel: 'PAYWALL' } } : {};
  const payment = { card: point.card, orderId: randomUUID(), key: randomUUID(), ...channel };
  const answered = await doomed.payByCard({ token, ...payment }).catch(() => undefined);
  if (point.at.startsWith('finding')) await advance(doomed, DUE_SECONDS).catch(() => undefined);
  assert.equal(await doomed.exited(), null, 'it died by the signal');
  return { ...point, payment, answered };
}

function killedOn(database: DatabaseKind, all: readonly Point[]): void {
  const title = `killed in the middle of a payment on the ${database} database`;
  describe(title, { skip: skipOn(database), concurrency: false }, () => {
    let place: Place;
    let survivor: Gateway;
    let token: string;
    const killed: Killed[] = [];
    before(async () => {
      place = await createPlace(database);
      for (const point of all) killed.push(await killAt(place, point));
      survivor = await startGateway({ place, env: timing });
      token = await survivor.authenticate();
      for (const one of killed) {
        one.repeated = await survivor.payByCard({ token, ...one.payment });
      }
      await advance(survivor, DUE_SECONDS);
      token = await survivor.authenticate();
    });
    after(async () => {
      if (survivor?.isRunning()) await survivor.stop();
      await place?.remove();
    });

    /** The payment is open for another try, which pays it; its refused try is not repeated. */
    const tryAgain = async (index: number): Promise<void> => {
      const { repeated, end, charges } = killed[index] ?? assert.fail();
      assert.equal(repeated?.status, 200, repeated?.text);
      const paymentId = repeated.body['paymentId'] as string;
      const read = () => survivor.statusOf(token, paymentId);
      await until(async () => (await read())['rejectCode'] === end, `${paymentId} to be ${end}`);
      const { status, dataRequest } = await read();
      assert.deepEqual([status, dataRequest], ['PENDING', 'INSTRUMENT']);
      assert.equal((await survivor.chargesOf(paymentId)).length, charges);
      const path = `/v1/ecommerce/payment/${paymentId}/instrument`;
      const instrument = { type: 'CARD', instrumentNo: '4111111111111111', expDate: '203512' };
      const body = { ...instrument, cvv: '123' };
      const put = await survivor.call('PUT', path, { token, body });
      assert.equal(put.status, 200, put.text);
      await survivor.waitForStatus(token, paymentId, 'COMPLETED');
      assert.equal((await survivor.chargesOf(paymentId)).length, charges + 1);
    };

    all.forEach(({ at, card, end, charges, isPage }, index) => {
      if (isPage) {
        test(`on the page, at ${at}: ${end}`, () => tryAgain(index));
        return;
      }
      test(`at ${at} with card ${card} the payment ends ${end}`, async () => {
        const { payment, answered, repeated } = killed[index] ?? assert.fail();
        assert.equal(repeated?.status, 200, repeated?.text);
        assert.equal(repeated.headers.get('idempotency-replayed'), 'true');
        if (answered) assert.equal(repeated.text, answered.text);
        const paymentId = repeated.body['paymentId'] as string;
        const status: Json = await survivor.waitForStatus(token, paymentId);
        assert.equal(status['status'], end);
        if (end === 'ERROR') assert.equal(status['rejectCode'], 'SYSTEM_ERROR');
        assert.equal((await survivor.chargesOf(paymentId)).length, charges);
        const next = await survivor.payByCard({ token, orderId: payment.orderId ?? '' });
        assert.equal(next.status, end === 'COMPLETED' ? 409 : 200);
        if (next.status === 200) {
          await survivor.waitForStatus(token, next.body['paymentId'] as string, 'COMPLETED');
        }
      });
    });

    test('COMPLETED payments were charged once, and nothing is left open', async () => {
      await survivor.stop();
      const rows = await readPaymentTotals(place);
      const paidAgain = all.filter(({ end, isPage }) => end !== 'COMPLETED' && !isPage).length;
      assert.equal(rows.length, all.length + paidAgain);
      assertTotalsMatch(rows);
    });
  });
}
