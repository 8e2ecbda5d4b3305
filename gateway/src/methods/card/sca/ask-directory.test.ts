// Tests of the request to the directory server: how long the issuer may wait for the customer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../../../core/secret.ts';
import { handClock } from '../../../core/testing/hand-clock.ts';
import { defaultSettings } from '../../../merchants/merchant.ts';
import { askDirectory } from './ask-directory.ts';

type Asked = Parameters<typeof askDirectory>;

async function minutesAfter(challengeMs: number, decoupled: boolean): Promise<unknown> {
  let minutes: unknown;
  const authenticate = (_: string, message: Record<string, unknown>) => {
    minutes = message['threeDSRequestorDecMaxTime'];
    return Promise.resolve({ kind: 'unknown' });
  };
  const sca = { ...defaultSettings.sca, decoupled };
  const card = { number: secret('4917110000000000'), expiry: secret('203012'), holder: null };
  const parts = {
    clock: handClock(),
    merchants: { find: () => Promise.resolve({ settings: { ...defaultSettings, sca } }) },
    vault: { find: () => Promise.resolve({ card }) },
    threeds: {
      directory: { authenticate },
      addresses: { resultUrl: () => 'https://a.example/', returnUrl: () => 'https://a.example/' },
      limits: { challengeMs },
      acquirerBin: '400000',
      factSubstitute: { mcc: '5999', country: 'PL' },
    },
  };
  const payment = { merchantId: '1', transKind: 'AUTH', amountMinor: 100n, currency: 'PLN' };
  const browserData = {
    ...{ userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'pl' },
    ...{ javascriptEnabled: false },
  };
  const authentication = {
    ...{ authenticationId: 'a', messageVersion: '2.2.0', methodCompletion: 'U' },
    ...{ challengeInd: '01', deviceChannel: '02', organization: 'VISA' },
  };
  await askDirectory(
    parts as unknown as Asked[0],
    payment as unknown as Asked[1],
    { device: { browserData } },
    authentication as unknown as Asked[3],
  );
  return minutes;
}

for (const [seconds, minutes] of [
  [600, '00010'],
  [659, '00010'],
  [660, '00011'],
  [30, '00001'],
] as const) {
  test(`of ${seconds} s the issuer has ${Number(minutes)} min`, async () => {
    assert.equal(await minutesAfter(seconds * 1000, true), minutes);
  });
}

test('without decoupled authentication there is no such time', async () => {
  assert.equal(await minutesAfter(600_000, false), undefined);
});
