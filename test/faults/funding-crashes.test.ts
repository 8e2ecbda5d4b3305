// kill -9 during account funding: after the restart the acquirer gets the recipient that the vault
// held, and when the payment has ended nothing of it is left.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { fund, heardOf } from '../support/funding/funding.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { bodyOf, merchantClientOf } from '../support/life/payments.ts';
import { freePort } from '../support/loopback-server.ts';
import { createPlace, skipOn, type DatabaseKind } from '../support/place.ts';
import { rowsOf } from '../support/tables.ts';
import { cards, passChallenge, waitForChallenge } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';

const heard = {
  purposeCode: 'PP',
  fundSource: '02',
  recipientMask: '555555******4444',
  recipientName: 'Ewa Lis',
};

interface Crash {
  readonly database: DatabaseKind;
  /** Where the process is killed; null: while the customer is challenged. */
  readonly at: string | null;
  readonly card: string;
  readonly end: string;
  readonly heard: readonly Json[];
}

const crashes: readonly Crash[] = [
  { database: 'embedded', at: null, card: cards.challenge, end: 'COMPLETED', heard: [heard] },
  { database: 'postgres', at: null, card: cards.challenge, end: 'COMPLETED', heard: [heard] },
  {
    database: 'postgres',
    at: 'outcome.received',
    card: cards.softDecline,
    end: 'COMPLETED',
    heard: [heard, heard],
  },
  {
    database: 'postgres',
    at: 'attempt.committed',
    card: cards.frictionless,
    end: 'ERROR',
    heard: [],
  },
];

describe('account funding killed', () => {
  for (const { database, at, card, end, heard: expected } of crashes) {
    const when = at ?? 'the challenge';
    const title = `at ${when} on ${database} with card ${card} ends ${end}`;
    test(title, { skip: skipOn(database) }, async () => {
      const place = await createPlace(database);
      // The simulated issuer sends results to the address of the first process.
      const env = {
        PORT: String(await freePort()),
        BRAMKA_PROVIDER_TIMEOUT_MS: '1000',
        BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '2000',
      };
      const failing = at === null ? {} : { BRAMKA_FAILPOINTS: `${at}=kill` };
      const first = await startGateway({ place, env: { ...env, ...failing } });
      await untilRangesKnown(first);
      const token = await first.authenticate();
      const extra = { order: { amount: 75, currency: 'PLN', extOrderId: 'order-1' } };
      const paying = fund(merchantClientOf(first, token), { card, extra });
      const reply = await paying.catch(() => undefined);
      if (at === null) {
        await waitForChallenge(first, token, String(reply?.body['paymentId']));
        await first.kill9();
      } else {
        assert.equal(await first.exited(), null, `killed at ${at}`);
      }

      const gateway = await startGateway({ place, env });
      const paymentId = await paymentOf(gateway, token);
      if (card !== cards.frictionless) {
        const { acsTxnId } = await waitForChallenge(gateway, token, paymentId);
        await passChallenge(gateway, acsTxnId);
      }
      await gateway.waitForStatus(token, paymentId, end);
      assert.deepEqual(await heardOf(gateway, paymentId), expected);
      await gateway.stop();
      assert.deepEqual(await rowsOf(place, 'select payment_id from held_recipients'), []);
      await place.remove();
    });
  }
});

async function paymentOf(gateway: Gateway, token: string): Promise<string> {
  const found = await gateway.call<string[]>('POST', '/v1/ecommerce/payment/search', {
    token,
    body: { extOrderId: 'order-1' },
  });
  const [paymentId] = bodyOf(found);
  return paymentId ?? assert.fail('the payment was not registered');
}
