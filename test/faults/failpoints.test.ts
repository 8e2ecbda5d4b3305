// kill -9 at named points in the middle of a payment: after the restart the repeated request finds
// its payment, and the resolver brings it to the result that the acquirer recorded. Payments are
// parked at their points and killed together; then the clock is moved.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { CardPayment, Json, Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createInstallation, databasesOfTier, skipOn } from '../support/installation.ts';
import type { DatabaseKind, Installation } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import { Parking, parkingAt } from '../support/waiting/parking.ts';
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

/** Moves the clock, which makes open payments due, so no other may be open then. */
const finding: Point = { at: 'finding.received', card: answerLost, end: 'COMPLETED', charges: 1 };

/** In the order in which a payment reaches the points. */
const parked: readonly Point[] = [
  { at: 'attempt.committed', card: '4111111111111111', end: 'ERROR', charges: 0 },
  page({ at: 'attempt.committed', card: '4111111111111111', end: 'SYSTEM_ERROR', charges: 0 }),
  { at: 'outcome.received', card: '4111111111111111', end: 'COMPLETED', charges: 1 },
  { at: 'outcome.received', card: '4000000000000002', end: 'REJECTED', charges: 1 },
  page({ at: 'outcome.received', card: '4000000000000002', end: 'DO_NOT_HONOR', charges: 1 }),
  { at: 'outcome.committed', card: '4111111111111111', end: 'COMPLETED', charges: 1 },
  page({ at: 'outcome.committed', card: '4000000000000002', end: 'DO_NOT_HONOR', charges: 1 }),
];

function page(point: Point): Point {
  return { ...point, isPage: true };
}

/**
 * On the embedded database only the cases that depend on storage: killed after a commit, before the
 * next one, and after that. Random kills hit commits in the middle. The engine's decisions after a
 * restart are the same code, tested at every point on PostgreSQL.
 */
const storagePoints = parked.filter(({ card, isPage }) => card === '4111111111111111' && !isPage);

// They mostly wait, so they run in parallel.
describe('kill -9', { concurrency: true }, () => {
  const points = { postgres: [finding, ...parked], embedded: storagePoints };
  for (const database of databasesOfTier) killedOn(database, points[database]);
});

interface Killed extends Point {
  readonly payment: Omit<CardPayment, 'token'>;
  /** Undefined if it died before it answered. */
  readonly answered: Reply | undefined;
  repeated?: Reply;
}

/** Undefined if the process ends before it has answered. */
function pay(gateway: Gateway, token: string, payment: Killed['payment']) {
  return gateway.payByCard({ token, ...payment }).catch(() => undefined);
}

function paymentFor({ card, isPage }: Point): Killed['payment'] {
  const channel = isPage ? { extra: { channel: 'PAYWALL' } } : {};
  return { card, orderId: randomUUID(), key: randomUUID(), ...channel };
}

/** The process kills itself when the clock is moved. */
async function killAtFinding(installation: Installation): Promise<Killed> {
  const env = { ...timing, BRAMKA_FAILPOINTS: `${finding.at}=kill` };
  const doomed = await startGateway({ installation, env });
  const payment = paymentFor(finding);
  const answered = await pay(doomed, await doomed.authenticate(), payment);
  await advance(doomed, DUE_SECONDS).catch(() => undefined);
  assert.equal(await doomed.exited(), null, 'it died by the signal');
  return { ...finding, payment, answered };
}

async function killParked(installation: Installation, points: readonly Point[]): Promise<Killed[]> {
  const env = { ...timing, BRAMKA_FAILPOINTS: parkingAt(points.map(({ at }) => at)) };
  const doomed = await startGateway({ installation, env });
  const token = await doomed.authenticate();
  const parking = new Parking(doomed);
  const paying: (() => Promise<Killed>)[] = [];
  for (const point of points) {
    const payment = paymentFor(point);
    const answer = pay(doomed, token, payment);
    await parking.park(point.at, answer);
    paying.push(async () => ({ ...point, payment, answered: await answer }));
  }
  await parking.kill9();
  return Promise.all(paying.map((one) => one()));
}

function killedOn(database: DatabaseKind, all: readonly Point[]): void {
  const title = `killed in the middle of a payment on the ${database} database`;
  describe(title, { skip: skipOn(database), concurrency: false }, () => {
    let installation: Installation;
    let survivor: Gateway;
    let token: string;
    const killed: Killed[] = [];
    before(async () => {
      installation = await createInstallation(database);
      if (all.includes(finding)) killed.push(await killAtFinding(installation));
      const others = all.filter((point) => point !== finding);
      killed.push(...(await killParked(installation, others)));
      survivor = await startGateway({ installation, env: timing });
      token = await survivor.authenticate();
      for (const one of killed) {
        one.repeated = await survivor.payByCard({ token, ...one.payment });
      }
      await advance(survivor, DUE_SECONDS);
      token = await survivor.authenticate();
    });
    after(async () => {
      if (survivor?.isRunning()) await survivor.stop();
      await installation?.remove();
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
      const rows = await readPaymentTotals(installation);
      const paidAgain = all.filter(({ end, isPage }) => end !== 'COMPLETED' && !isPage).length;
      assert.equal(rows.length, all.length + paidAgain);
      assertTotalsMatch(rows);
    });
  });
}
