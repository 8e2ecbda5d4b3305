// The checkout responses of the simulated Click to Pay system are opened by the gateway, and its
// confirmations are understood by the simulated system.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeJson } from '@bramka/gateway/core/json.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { confirmationMessage } from '@bramka/gateway/wallets/click-to-pay/messages.ts';
import { openCheckout } from '@bramka/gateway/wallets/click-to-pay/open-checkout.ts';
import { gatewayEndpoints } from '@bramka/sandbox/c2p/http/gateways.ts';
import { readConfirmation } from '@bramka/sandbox/c2p/request.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import {
  DEVICE,
  KID,
  openC2pFixture,
  type C2pFixture,
} from '@bramka/sandbox/testing/c2p-fixture.ts';
import { walletKey } from '../support/wallets/c2p/issuer.ts';

const order = { dpaId: 'sandbox-10000001', amountMinor: 1_250n, currency: 'PLN' };
const customer = { email: 'anna@example.com', origin: null };

let fixture: C2pFixture;
before(async () => {
  fixture = await openC2pFixture('memory');
  await fixture.register();
});
after(() => fixture?.close());

async function issueAndOpen(form: 'CARD' | 'TOKEN', issuedAt?: number) {
  const choice = { card: '5555555555554444', expiry: '203108', form, issuedAt };
  const { row, checkoutResponse } = await fixture.system.issueAtOnce(order, customer, choice);
  const opening = await openCheckout(checkoutResponse, {
    signingKeys: [(await fixture.key()).jwk],
    keys: [walletKey(KID, fixture.privateKey)],
    dpaId: order.dpaId,
    at: fixture.clock.now(),
  });
  return { row, opening };
}

test('a response with a card is opened', async () => {
  const { row, opening } = await issueAndOpen('CARD');
  assert.ok(opening.kind === 'opened');
  const { card, tokenId, amount } = opening.token;
  assert.equal(tokenId, row.correlationId);
  assert.deepEqual(amount, { minor: 1_250n, currency: 'PLN' });
  assert.deepEqual([open(card.number), open(card.expiry)], ['5555555555554444', '203108']);
  assert.deepEqual([card.numberType, card.cryptogram, card.eci], ['PAN', null, null]);
});

test('a response with a network token is opened with its cryptogram', async () => {
  const { opening } = await issueAndOpen('TOKEN');
  assert.ok(opening.kind === 'opened');
  const { card } = opening.token;
  assert.deepEqual([open(card.number), open(card.expiry)], [DEVICE.number, DEVICE.expiry]);
  assert.equal(card.cryptogram && open(card.cryptogram), DEVICE.cryptogram);
  assert.deepEqual([card.numberType, card.eci], ['NETWORK_TOKEN', '07']);
});

test('a response of sixteen minutes ago has expired', async () => {
  const { opening } = await issueAndOpen('CARD', fixture.clock.now() - 16 * 60_000);
  assert.deepEqual(opening, { kind: 'expired' });
});

for (const isSuccess of [true, false]) {
  test(`the confirmation of a ${isSuccess ? 'paid' : 'failed'} checkout is recorded`, async () => {
    const { row } = await issueAndOpen('CARD');
    const { correlationId } = row;
    const message = confirmationMessage({ ...order, correlationId, paymentId: 'p1', isSuccess });
    const { system, key } = fixture;
    const routes = toRoutes(gatewayEndpoints, {
      system,
      key,
      async confirm(request) {
        return {
          status: 200,
          body: { state: (await system.confirm(readConfirmation(request))).state },
        };
      },
    });
    const app = serveParty('/c2p', routes);
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', url: '/c2p/confirmations', headers } as const;
    const reply = await app.inject({ ...sent, payload: writeJson(message) });
    await app.close();
    assert.equal(reply.statusCode, 200, reply.body);
    const { result, confirmedMinor, paymentId } = await system.find(row.sessionId);
    assert.deepEqual(
      [result, confirmedMinor, paymentId],
      [isSuccess ? 'SUCCESS' : 'FAILURE', 1_250n, 'p1'],
    );
  });
}
