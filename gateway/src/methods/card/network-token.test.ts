// Tests of the cryptogram of a network token: requested only with the customer present, and without
// one the provider is not called.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../core/money.ts';
import { open, secret } from '../../core/secret.ts';
import type { CardMeans } from '../../providers/means.ts';
import { tokenServiceRegistry } from '../../token-services/registry.ts';
import type {
  CryptogramAnswer,
  CryptogramRequest,
  TokenService,
} from '../../token-services/token-service-port.ts';
import { withCryptogram } from './network-token.ts';

const means: CardMeans = {
  kind: 'card',
  card: { number: secret('4895370000000001'), expiry: secret('203012'), cvv: null, holder: null },
  numberType: 'NETWORK_TOKEN',
  networkToken: { scheme: 'VTS', instrumentRef: 'ref-1' },
  cryptogram: null,
  eci: null,
  threeDS: null,
  exemption: null,
  networkTransactionId: null,
};
const call = { merchantId: '10000001', amount: money(12345n, 'PLN') };

function serviceWith(answer: CryptogramAnswer) {
  const asked: CryptogramRequest[] = [];
  const service = {
    scheme: 'VTS',
    cryptogram(request: CryptogramRequest) {
      asked.push(request);
      return Promise.resolve(answer);
    },
  } as unknown as TokenService;
  return { asked, registry: tokenServiceRegistry([service]) };
}

const issued: CryptogramAnswer = { kind: 'issued', cryptogram: secret('AAAA'), eci: '07' };

test('the cryptogram is for this token, merchant and amount', async () => {
  const { asked, registry } = serviceWith(issued);
  const ready = await withCryptogram(registry, means, call);
  assert.ok(ready.kind === 'card' && ready.cryptogram);
  assert.equal(open(ready.cryptogram), 'AAAA');
  assert.equal(ready.eci, '07');
  assert.deepEqual(asked, [{ instrumentRef: 'ref-1', ...call }]);
});

test('other means, and a token without the customer, need none', async () => {
  const { asked, registry } = serviceWith(issued);
  const others: CardMeans[] = [
    { ...means, numberType: 'PAN', networkToken: null },
    { ...means, exemption: 'MIT', networkTransactionId: '123' },
  ];
  for (const other of others) assert.equal(await withCryptogram(registry, other, call), other);
  assert.deepEqual(asked, []);
});

const refused = (why: 'SUSPENDED' | 'DELETED' | 'NOT_FOUND') => ({ kind: 'refused', why }) as const;
const without: [answer: CryptogramAnswer, rejectCode: string][] = [
  [refused('SUSPENDED'), 'TOKEN_SUSPENDED'],
  [refused('DELETED'), 'TOKEN_NOT_ACTIVE'],
  [refused('NOT_FOUND'), 'TOKEN_NOT_ACTIVE'],
  [{ kind: 'unknown', why: 'timeout' }, 'PROVIDER_UNAVAILABLE'],
  [{ kind: 'unknown', why: 'garbage' }, 'PROVIDER_UNAVAILABLE'],
  [{ kind: 'unknown', why: 'not-sent' }, 'PROVIDER_UNAVAILABLE'],
];
for (const [answer, rejectCode] of without) {
  const why = 'why' in answer ? answer.why : '';
  test(`without a cryptogram (${why}) the payment is declined with ${rejectCode}`, async () => {
    const ready = await withCryptogram(serviceWith(answer).registry, means, call);
    assert.deepEqual(ready, { kind: 'declined', rejectCode, reference: null });
  });
}

test('a token whose service is not connected is declined', async () => {
  const ready = await withCryptogram(tokenServiceRegistry([]), means, call);
  assert.equal(ready.kind === 'declined' && ready.rejectCode, 'PROVIDER_UNAVAILABLE');
});
