// Routing between real connectors and their simulated counterparts: each rule leads to its
// connector, and the next ones follow while the issuer is unavailable.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';

const VISA = '4111111111111111';
const MAESTRO = '6759649826438453';
const MASTERCARD = '5555555555554444';
const ISSUER_UNAVAILABLE = '4000000000010910';

const routing = [
  { name: 'maestro', when: { organizations: ['MAESTRO'] }, providers: ['iso8583'] },
  { name: 'mastercard', when: { bins: ['555555'] }, providers: ['stripe', 'adyen'] },
  { name: 'others', providers: ['adyen', 'stripe', 'iso8583', 'sandbox'] },
];

let gateway: Gateway;
let merchantId: string;
let token: string;
before(async () => {
  gateway = await startGateway({ env: { BRAMKA_SANDBOX_PROVIDERS: 'adyen,stripe,iso8583' } });
  const added = await gateway.addMerchant({ routing });
  ({ merchantId } = added);
  token = await gateway.authenticate(merchantId, added.secret);
});
after(() => gateway?.stop());

/** Pays, and returns what became of each authorization. */
async function authorizationsOf(card: string, status: string): Promise<Json[]> {
  const made = await gateway.payByCard({ token, card });
  const paymentId = String(made.body['paymentId']);
  await gateway.waitForStatus(token, paymentId, status);
  const path = `/v1/admin/merchants/${merchantId}/payments/${paymentId}/routes`;
  const routes = await gateway.call('GET', path, { token: gateway.adminKey });
  return routes.body['authorizations'] as Json[];
}

test('each rule leads to its connector', async () => {
  const went: unknown[] = [];
  for (const card of [VISA, MAESTRO, MASTERCARD]) {
    for (const { rule, provider, state } of await authorizationsOf(card, 'COMPLETED')) {
      went.push([rule, provider, state]);
    }
  }
  assert.deepEqual(went, [
    ['others', 'adyen', 'APPROVED'],
    ['maestro', 'iso8583', 'APPROVED'],
    ['mastercard', 'stripe', 'APPROVED'],
  ]);
});

test('while the issuer is unavailable, three connectors are tried in order', async () => {
  const tried = await authorizationsOf(ISSUER_UNAVAILABLE, 'REJECTED');
  assert.deepEqual(
    tried.map(({ rule, provider, position, rejectCode }) => [rule, provider, position, rejectCode]),
    ['adyen', 'stripe', 'iso8583'].map((provider, position) => [
      'others',
      provider,
      position,
      'ISSUER_UNAVAILABLE',
    ]),
  );
  assert.ok(tried.every(({ providerCode }) => providerCode !== undefined));
});
