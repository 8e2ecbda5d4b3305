// A token service at another address: it replaces the simulated one, is called with its key and
// secret, and the other scheme stays simulated.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open } from '@bramka/gateway/core/secret.ts';
import { SANDBOX_SECRET } from '@bramka/sandbox/tokens/party.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { tokenizerClient } from '../support/life/tokens.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';

const list = '/sandbox/tokens/api/tokens';

let remote: BorrowedGateway;
let gateway: Gateway;
before(async () => {
  remote = await sharedGateway(anyDatabase);
  gateway = await startGateway({
    env: {
      // News go to the gateway that simulates the service, the only one it may call.
      BRAMKA_PUBLIC_URL: remote.url,
      BRAMKA_VTS_URL: `${remote.url}/sandbox/tokens/vts`,
      BRAMKA_VTS_KEY: 'any key',
      BRAMKA_VTS_SECRET: open(SANDBOX_SECRET).toString('base64'),
    },
  });
});
after(async () => {
  await gateway?.stop();
  await remote?.release();
});

test('Visa tokens come from the configured service, others from the sandbox', async () => {
  const { token } = await addMerchantClient(gateway);
  const tokens = tokenizerClient(gateway, token);
  const visa = await tokens.tokenize('4111111111111111', { kind: 'NETWORK' });
  const mastercard = await tokens.tokenize('5555555555554444', { kind: 'NETWORK' });
  const referencesAt = async (at: BorrowedGateway | Gateway): Promise<unknown[]> =>
    (await at.call<Json[]>('GET', list)).body.map(({ instrumentRef }) => instrumentRef);
  assert.ok((await referencesAt(remote)).includes(visa.instrumentRef));
  assert.deepEqual(await referencesAt(gateway), [mastercard.instrumentRef]);
});
