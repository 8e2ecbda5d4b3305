// kill -9 during account funding: after the restart the acquirer gets the recipient that the vault
// held, and when the payment has ended nothing of it is left. Payments are parked at their points
// and killed together; then the clock is moved.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { fund, heardOf } from '../support/funding/funding.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { bodyOf, merchantClientOf } from '../support/life/payments.ts';
import { freePort } from '../setup/free-port.ts';
import {
  createInstallation,
  skipOn,
  type DatabaseKind,
  type Installation,
} from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { cards, passChallenge, waitForChallenge } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { Parking, parkingAt } from '../support/waiting/parking.ts';

/** So long that nothing becomes due before the clock is moved. */
const timing = { BRAMKA_PROVIDER_TIMEOUT_MS: '60000', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '60000' };
const DUE_SECONDS = 200;

const heard = {
  purposeCode: 'PP',
  fundSource: '02',
  recipientMask: '555555******4444',
  recipientName: 'Ewa Lis',
};

interface Crash {
  /** Where the payment is when the process is killed; it is also its order. */
  readonly at: string;
  readonly card: string;
  readonly end: string;
  readonly heard: readonly Json[];
}

/** No failpoint: the payment waits for its customer. */
const CHALLENGE = 'the challenge';
const challenged: Crash = {
  at: CHALLENGE,
  card: cards.challenge,
  end: 'COMPLETED',
  heard: [heard],
};

/** In the order in which a payment reaches the points. */
const crashes: Readonly<Record<DatabaseKind, readonly Crash[]>> = {
  embedded: [challenged],
  postgres: [
    { at: 'attempt.committed', card: cards.frictionless, end: 'ERROR', heard: [] },
    {
      at: 'outcome.received',
      card: cards.softDecline,
      end: 'COMPLETED',
      heard: [heard, heard],
    },
    challenged,
  ],
};

const HELD = 'select payment_id from held_recipients';

async function crashAll(
  installation: Installation,
  all: readonly Crash[],
  port: string,
): Promise<void> {
  const points = all.map(({ at }) => at).filter((at) => at !== CHALLENGE);
  const env = { ...timing, PORT: port, BRAMKA_FAILPOINTS: parkingAt(points) };
  const doomed = await startGateway({ installation, env });
  await untilRangesKnown(doomed);
  const token = await doomed.authenticate();
  const parking = new Parking(doomed);
  for (const { at, card } of all) {
    const extra = { order: { amount: 75, currency: 'PLN', extOrderId: at } };
    const paying = fund(merchantClientOf(doomed, token), { card, extra });
    if (at !== CHALLENGE) await parking.park(at, paying);
    else await waitForChallenge(doomed, token, String((await paying).body['paymentId']));
  }
  // The tables of a running embedded database cannot be read from here.
  if (installation.database === 'postgres') {
    assert.equal((await rowsOf(installation, HELD)).length, all.length, 'every recipient is held');
  }
  await parking.kill9();
}

async function paymentOf(gateway: Gateway, token: string, { at }: Crash): Promise<string> {
  const reply = await gateway.call<string[]>('POST', '/v1/ecommerce/payment/search', {
    token,
    body: { extOrderId: at },
  });
  const [paymentId] = bodyOf(reply);
  return paymentId ?? assert.fail('the payment was not registered');
}

/** The customer passes the challenge of the payment. */
async function pass(gateway: Gateway, token: string, crash: Crash): Promise<void> {
  const paymentId = await paymentOf(gateway, token, crash);
  const { acsTxnId } = await waitForChallenge(gateway, token, paymentId);
  await passChallenge(gateway, acsTxnId);
}

for (const database of ['embedded', 'postgres'] as const) {
  const all = crashes[database];
  describe(`account funding killed on ${database}`, { skip: skipOn(database) }, () => {
    let installation: Installation;
    let gateway: Gateway;
    let token: string;
    before(async () => {
      installation = await createInstallation(database);
      // The simulated issuer sends results to the address of the first process.
      const port = String(await freePort());
      await crashAll(installation, all, port);
      gateway = await startGateway({ installation, env: { ...timing, PORT: port } });
      token = await gateway.authenticate();
      // Before the time for it is over.
      await pass(gateway, token, challenged);
      await advance(gateway, DUE_SECONDS);
      token = await gateway.authenticate();
    });
    after(async () => {
      if (gateway?.isRunning()) await gateway.stop();
      await installation?.remove();
    });

    for (const crash of all) {
      const { at, card, end } = crash;
      test(`at ${at} with card ${card} ends ${end}`, async () => {
        if (card === cards.softDecline) await pass(gateway, token, crash);
        const paymentId = await paymentOf(gateway, token, crash);
        await gateway.waitForStatus(token, paymentId, end);
        assert.deepEqual(await heardOf(gateway, paymentId), crash.heard);
      });
    }

    test('no recipient is held', async () => {
      await gateway.stop();
      assert.deepEqual(await rowsOf(installation, HELD), []);
    });
  });
}
