// Tests of a payment that goes on after a decline: it takes its order again, is refused when the
// gateway is overloaded, and a wrong request does not end it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryProcessing } from '@bramka/test/support/processing/memory-processing.ts';
import { Refusal } from '../../core/refusals.ts';
import { defaultSettings, type Merchant } from '../../merchants/merchant.ts';
import type { PaymentMethod } from '../../methods/method.ts';
import type { AuthorizeStep, MethodStep } from '../../methods/method-step.ts';
import { cardMethod } from '../../methods/card/card.method.ts';
import type { Instrument } from '../../methods/instrument.ts';
import { newDecision } from '../decisions/decision.ts';
import { freshPayment, plainMeans } from '../decisions/testing/fresh-payment.ts';
import type { FeatureUse } from '../features/feature.ts';
import type { Loaded } from '../model/payment.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { instrumentStep, type InstrumentResult } from './instrument-step.ts';

const next: AuthorizeStep = {
  kind: 'authorize',
  means: plainMeans,
  shown: { cardMask: null, organization: null },
  held: null,
  fingerprint: null,
  exemption: null,
  waitUntil: null,
};
const otherMeans = { ...plainMeans };
const refused = (code: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code;

function continueWith(
  instrument: Partial<Instrument> = {},
  other: Partial<PaymentParts> = {},
  started: MethodStep = next,
  uses: readonly FeatureUse[] = [],
): Promise<InstrumentResult> {
  const rig = memoryProcessing();
  const fresh = freshPayment(rig.now(), { dataRequest: 'BLIK_CODE', extOrderId: 'order-1' });
  const status = {
    version: 5,
    status: 'PENDING',
    sequence: 4,
    hasNotifyUrl: false,
    updatedAt: fresh.createdAt,
  } as const;
  const loaded: Loaded = { payment: { ...fresh, ...status }, attempts: [], transactions: [] };
  const method = { ...cardMethod, start: () => Promise.resolve(started) };
  const step = {
    instrument: { type: 'CARD', ...instrument } as const,
    method: method as unknown as PaymentMethod,
    merchant: { settings: defaultSettings } as Merchant,
    details: {},
    customerPresent: true,
    mustBeComplete: true,
    payment: loaded.payment,
    now: rig.now(),
    uses,
    actor: 'merchant:10000001',
    origin: { caller: { kind: 'operator' }, address: '192.0.2.1' },
  } as const;
  return instrumentStep({ ...rig.parts, ...other }, newDecision(loaded), step);
}

test('the next attempt takes the order again and ends the wait for data', async () => {
  const { decision } = await continueWith();
  assert.equal(decision.next.kind, 'call');
  const { status, holdsOrder, dataRequest, version } = decision.loaded.payment;
  assert.deepEqual([status, holdsOrder, dataRequest, version], ['PENDING', true, null, 6]);
});

test('it is refused while too many calls are in progress, and can be repeated', async () => {
  const { processor } = memoryProcessing().parts;
  const refuseWhenFull = (): never => {
    throw new Refusal('OVERLOADED', [], 1);
  };
  const full = { processor: { ...processor, refuseWhenFull } };
  await assert.rejects(continueWith({}, full), refused('OVERLOADED'));
});

test('another provider than the merchant’s is refused and does not end the payment', async () => {
  await assert.rejects(continueWith({ provider: 'another' }), refused('INVALID_REQUEST'));
  const { decision } = await continueWith({ provider: 'scripted' });
  assert.equal(decision.next.kind, 'call');
});

test('a provider that is down ends the payment, and the order stays free', async () => {
  const { providers } = memoryProcessing().parts;
  const choose = () => ({ kind: 'unavailable', provider: undefined }) as const;
  const { decision } = await continueWith({}, { providers: { ...providers, choose } });
  const { status, holdsOrder, rejectCode } = decision.loaded.payment;
  assert.deepEqual([status, holdsOrder, rejectCode], ['REJECTED', false, 'PROVIDER_UNAVAILABLE']);
});

test('an order that another payment has taken is refused; the payment still waits', async () => {
  const { store } = memoryProcessing().parts;
  const orderHolder = () => Promise.resolve({ paymentId: 'other', status: 'PENDING' } as const);
  const taken = { store: { ...store, orderHolder } };
  await assert.rejects(continueWith({}, taken), refused('ORDER_IN_PROGRESS'));
});

test('a payment that needs more data has a new version: one of two requests wins', async () => {
  const { shown } = next;
  const need = { kind: 'need', dataRequest: 'BLIK_CODE', shown, held: null } as const;
  const started = { ...need, missingFields: ['instrument.code'] };
  const { decision, missingFields } = await continueWith({}, {}, started);
  assert.deepEqual(missingFields, ['instrument.code']);
  assert.equal(decision.next.kind, 'none');
  const { status, dataRequest, version } = decision.loaded.payment;
  assert.deepEqual([status, dataRequest, version], ['PENDING', 'BLIK_CODE', 6]);
});

test('a feature adds to every authorization, but to the start of a payment only once', async () => {
  const called: string[] = [];
  const note = <T>(what: string, value: T): T => (called.push(what), value);
  const { decision } = await continueWith({}, {}, next, [
    {
      start: (before) => note('start', before),
      register: (before) => note('register', before),
      authorize: (before) => note('authorize', { ...before, means: otherMeans }),
    },
  ]);
  assert.deepEqual(called, ['authorize']);
  assert.equal(decision.next.kind === 'call' && decision.next.means, otherMeans);
});

test('a payment that a feature refuses calls no provider', async () => {
  const refusing = [{ rejectCode: null }, { rejectCode: 'RECIPIENT_CARD_NOT_SUPPORTED' } as const];
  const { decision } = await continueWith({}, {}, next, refusing);
  assert.equal(decision.next.kind, 'none');
  const { status, rejectCode } = decision.loaded.payment;
  assert.deepEqual([status, rejectCode], ['REJECTED', 'RECIPIENT_CARD_NOT_SUPPORTED']);
});
