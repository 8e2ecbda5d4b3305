// Tests of where events are sent and with which secrets: addresses that cannot be read, and secrets
// that change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../../core/secret.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { EventName } from '../event.ts';
import { addressFor, createTargets } from './targets.ts';
import { heldEvent } from './testing/held-event.ts';

const held = heldEvent();

/** The sealed text is the secret itself. */
function targetsWith(notificationUrl: string | null, ownUrl: string | null = null) {
  let unsealed = 0;
  const merchant = {
    merchantId: held.merchantId,
    version: 1,
    settings: { notificationUrl },
    notificationSecrets: [{ id: 'a', sealed: Buffer.from('first').toString('base64') }],
  };
  const targets = createTargets({
    database: { run: () => Promise.resolve([{ url: ownUrl }] as never) },
    merchants: { find: () => Promise.resolve(merchant as unknown as Merchant) },
    ring: {
      unseal: (_purpose, sealed) => {
        unsealed += 1;
        return Promise.resolve(Buffer.from(sealed));
      },
    },
  });
  return { merchant, targets, unsealed: () => unsealed };
}

test('the path of the event is appended to the address of the merchant', () => {
  const address = 'https://shop.example/hooks//?key=1';
  assert.equal(addressFor(address, 'PAYMENT_STATUS'), 'https://shop.example/hooks/payment?key=1');
  assert.equal(
    addressFor('https://shop.example', 'TOKENIZATION_STATUS'),
    'https://shop.example/tokenizer',
  );
});

test('an address that cannot be read is a target, so that its attempt fails', async () => {
  const { targets } = targetsWith('shop.example');
  const target = await targets.of(held);
  assert.deepEqual([target?.url, target?.origin], ['shop.example', 'shop.example']);
  const own = await targetsWith(null, 'http://[').targets.of({ ...held, hasNotifyUrl: true });
  assert.deepEqual([own?.url, own?.origin], ['http://[', 'http://[']);
});

test('events go to the address of their kind, also after those of another kind', async () => {
  const { targets, merchant } = targetsWith('https://shop.example/a');
  const urlOf = async (event: EventName) => (await targets.of({ ...held, event }))?.url;
  for (let times = 0; times < 2; times += 1) {
    assert.equal(await urlOf('PAYMENT_STATUS'), 'https://shop.example/a/payment');
    assert.equal(await urlOf('TOKENIZATION_STATUS'), 'https://shop.example/a/tokenizer');
  }
  merchant.settings.notificationUrl = 'https://shop.example/b';
  assert.equal(await urlOf('PAYMENT_STATUS'), 'https://shop.example/b/payment');
  merchant.settings.notificationUrl = null;
  assert.equal(await urlOf('PAYMENT_STATUS'), undefined);
});

test('secrets are opened once, and again when they change, whatever the version', async () => {
  const { targets, merchant, unsealed } = targetsWith('https://shop.example');
  const secrets = async () => (await targets.of(held))?.secrets.map(open);
  assert.deepEqual(await secrets(), ['first']);
  assert.deepEqual([await secrets(), unsealed()], [['first'], 1]);
  // The merchant was removed and added again.
  merchant.notificationSecrets = [{ id: 'b', sealed: Buffer.from('other').toString('base64') }];
  assert.deepEqual(await secrets(), ['other']);
});
