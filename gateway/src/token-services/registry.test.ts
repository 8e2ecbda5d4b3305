// Tests of the registry of token services and their guard: what a call that is not made means, the
// limit of concurrent calls, and which answers count as failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../core/money.ts';
import { secret } from '../core/secret.ts';
import { handClock } from '../core/testing/hand-clock.ts';
import { createMetrics } from '../http/metrics.ts';
import { guardedTokenServices, schemeOf } from './registry.ts';
import type { TokenScheme } from './network-token.ts';
import type { ProvisionAnswer, TokenService } from './token-service-port.ts';

const notSent = { kind: 'unknown', why: 'not-sent' };
const timeout = { kind: 'unknown', why: 'timeout' } as const;
const declined = { kind: 'declined', rejectCode: 'TOKENIZATION_DECLINED' } as const;
const card = { number: secret('4111111111111111'), expiry: secret('203012') };
const request = { requestId: 'r-1', merchantId: '10000001', card };
const PAUSE_MS = 5000;

function serviceOf(scheme: TokenScheme, provision: TokenService['provision']): TokenService {
  return {
    scheme,
    provision,
    cryptogram: () => Promise.resolve({ kind: 'refused', why: 'SUSPENDED' }),
    remove: () => Promise.resolve({ kind: 'removed' }),
    read: () => Promise.resolve({ kind: 'not-found' }),
    visual: () => Promise.resolve(undefined),
    readNews: () => 'not-authentic',
  };
}

function setUp(provision: TokenService['provision'], providerCalls = 2) {
  const clock = handClock();
  const settings = {
    providerCalls,
    providerFailures: 2,
    providerPauseMs: PAUSE_MS,
    providerMaxInFlightMs: 60_000,
  };
  const log = { info: () => undefined, warn: () => undefined };
  const parts = { settings, clock, metrics: createMetrics(), log };
  const registry = guardedTokenServices([serviceOf('VTS', provision)], parts);
  const service = registry.find('VTS');
  assert.ok(service);
  return { registry, service, clock };
}

test('a scheme is offered if its service is connected', () => {
  const { registry } = setUp(() => Promise.resolve(declined));
  assert.deepEqual(registry.schemes, ['VTS']);
  assert.equal(registry.find('VTS')?.scheme, 'VTS');
  assert.equal(registry.find('SCOF'), undefined);
});

test('Visa has VTS, Mastercard has SCOF, others have no network tokens', () => {
  assert.deepEqual(['VISA', 'MASTERCARD', 'MAESTRO', 'AMEX'].map(schemeOf), [
    'VTS',
    'SCOF',
    undefined,
    undefined,
  ]);
});

test('answers pass through', async () => {
  const { service } = setUp(() => Promise.resolve(declined));
  assert.deepEqual(await service.provision(request), declined);
  const asked = { instrumentRef: 'r', merchantId: 'm', amount: money(1n, 'PLN') };
  assert.deepEqual(await service.cryptogram(asked), { kind: 'refused', why: 'SUSPENDED' });
  assert.deepEqual(await service.remove('r'), { kind: 'removed' });
  assert.deepEqual(await service.read('r'), { kind: 'not-found' });
  assert.equal(await service.visual('r', 'v'), undefined);
  assert.equal(service.readNews({ body: '', signature: undefined }, 0), 'not-authentic');
});

test('a call above the limit is not made and unknown', async () => {
  const waiting: ((answer: ProvisionAnswer) => void)[] = [];
  const { service } = setUp(() => new Promise((resolve) => waiting.push(resolve)), 1);
  const first = service.provision(request);
  assert.deepEqual(await service.provision(request), notSent);
  assert.deepEqual(await service.read('r'), notSent);
  assert.equal(await service.visual('r', 'v'), undefined);
  assert.equal(waiting.length, 1);
  waiting[0]?.(declined);
  assert.deepEqual(await first, declined);
});

test('after a series of time-outs calls are paused; declines end the series', async () => {
  const answers: ProvisionAnswer[] = [timeout, declined, timeout, timeout];
  const { service, clock } = setUp(() => Promise.resolve(answers.shift() ?? declined));
  for (const expected of [...answers]) assert.deepEqual(await service.provision(request), expected);
  assert.deepEqual(await service.provision(request), notSent);
  assert.deepEqual(await service.remove('r'), notSent);
  clock.advance(PAUSE_MS);
  assert.deepEqual(await service.provision(request), declined);
  assert.deepEqual(await service.remove('r'), { kind: 'removed' });
});

test('unreadable answers do not pause calls', async () => {
  const garbage: ProvisionAnswer = { kind: 'unknown', why: 'garbage' };
  const { service } = setUp(() => Promise.resolve(garbage));
  for (let call = 0; call < 5; call += 1) {
    assert.deepEqual(await service.provision(request), garbage);
  }
});
