// The official client of Adyen, which speaks a newer version, as a witness: its types and models
// know every field that the gateway sends, its validator accepts the simulated messages, the
// gateway accepts its signatures, and it can pay at the simulated Adyen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CheckoutAPI, Client, EnvironmentEnum, hmacValidator, Types } from '@adyen/api-library';
import { money } from '@bramka/gateway/core/money.ts';
import { open, secret } from '@bramka/gateway/core/secret.ts';
import { adyenProvider } from '@bramka/gateway/providers/adyen/adyen.provider.ts';
import { paymentMessage } from '@bramka/gateway/providers/adyen/messages/payment.ts';
import { isAuthentic, readItems } from '@bramka/gateway/providers/adyen/messages/webhook.ts';
import { referenceOf } from '@bramka/gateway/providers/adyen/reference.ts';
import {
  account,
  authorization,
  followUp,
  ids,
  itemOf,
  messageOf,
} from '@bramka/gateway/providers/adyen/testing/requests.ts';
import type { AdyenCall } from '@bramka/gateway/providers/adyen/transport.ts';
import {
  ADYEN_ACCOUNT,
  ADYEN_URL,
  openAdyenFixture,
  type AdyenFixture,
} from '@bramka/sandbox/testing/adyen-fixture.ts';

type PaymentRequest = Types.checkout.PaymentRequest;

/** Their enumerations as the texts that are sent. */
type Sent<T> = T extends string
  ? `${T}`
  : T extends object
    ? { [Name in keyof T]: Sent<T[Name]> }
    : T;
type Ours = ReturnType<typeof paymentMessage>;

/** Does not compile if a field of ours has another type. */
const isTyped = (message: Ours): Sent<PaymentRequest> => message;

const proof = {
  eci: '05',
  cavv: secret('AAABBBCCCDDDEEEFFF000111222='),
  dsTransId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
  transStatus: 'Y',
};
const { checkout } = Types;
interface Model {
  getAttributeTypeMap(): { baseName: string; type: string }[];
}

/** Every name of the message, and of the objects in it that have a model, is known. */
function assertNames(message: object, model: Model, path = ''): void {
  const attributes = new Map(
    model.getAttributeTypeMap().map(({ baseName, type }) => [baseName, type]),
  );
  for (const [name, value] of Object.entries(message)) {
    const type = attributes.get(name)?.replace(/ \| null$/, '');
    assert.ok(type !== undefined, `${path}${name}`);
    const named = type === 'PaymentRequestPaymentMethod' ? 'CardDetails' : type;
    const inner = (checkout as unknown as Record<string, Model | undefined>)[named];
    if (typeof value === 'object' && inner) assertNames(value as object, inner, `${path}${name}.`);
  }
}

async function callsOf(): Promise<AdyenCall[]> {
  const sent: AdyenCall[] = [];
  const { followUps, ...provider } = adyenProvider({
    name: 'adyen',
    account,
    maxInFlightMs: 1,
    clock: { now: () => 0 },
    returnUrl: () => ADYEN_URL,
    send(call) {
      sent.push(call);
      return Promise.resolve({ status: 500, body: undefined });
    },
  });
  await provider.authorize(authorization({ threeDS: proof, exemption: 'TRA' }, { kind: 'hold' }));
  await provider.authorize(authorization({ exemption: 'MIT', networkTransactionId: '1' }));
  await provider.authorize(
    authorization({ numberType: 'NETWORK_TOKEN', cryptogram: proof.cavv, eci: '07' }),
  );
  for (const send of Object.values(followUps)) await send(followUp());
  await provider.check?.();
  return sent;
}

const models: Readonly<Record<string, Model>> = {
  payments: checkout.PaymentRequest,
  captures: checkout.PaymentCaptureRequest,
  amountUpdates: checkout.PaymentAmountUpdateRequest,
  reversals: checkout.PaymentReversalRequest,
  refunds: checkout.PaymentRefundRequest,
  cancels: checkout.StandalonePaymentCancelRequest,
  paymentMethods: checkout.PaymentMethodsRequest,
};

test('the official models know every name that is sent', async () => {
  const calls = await callsOf();
  const kinds = calls.map(({ path }) => path.split('/').at(-1) ?? '');
  assert.deepEqual([...new Set(kinds)].sort(), Object.keys(models).sort());
  for (const [index, { message }] of calls.entries()) {
    const model = models[kinds[index] ?? ''];
    assert.ok(model);
    assertNames(message, model);
  }
  const message = paymentMessage(authorization(), account, ADYEN_URL);
  assert.equal(isTyped(message).reference, message.reference);
  assert.throws(() => assertNames({ merchantAcount: '' }, checkout.PaymentRequest), /merchantAc/);
});

const validator = new hmacValidator();
type TheirItem = Parameters<typeof validator.validateHMAC>[0];

test('the gateway accepts signatures of the official validator', () => {
  const key = open(account.hmacKey);
  for (const item of [
    itemOf(),
    itemOf({ isSuccess: false, originalReference: 'PSP0', eventCode: 'CAPTURE' }),
    itemOf({ merchantReference: 'a:b\\c', amount: money(0n, 'JPY') }),
  ]) {
    const fields = messageOf([item]);
    const [wrapper] = fields.notificationItems;
    assert.ok(wrapper);
    const theirs = wrapper.NotificationRequestItem;
    const signature = validator.calculateHmac(theirs as unknown as TheirItem, key);
    theirs.additionalData.hmacSignature = signature;
    const [read] = readItems(fields) ?? [];
    assert.ok(read && isAuthentic(read, [account.hmacKey]));
  }
});

let fixture: AdyenFixture;
const HMAC_KEY = 'ab'.repeat(32);
before(async () => {
  fixture = await openAdyenFixture(secret('adyen-key'), secret(HMAC_KEY));
});
after(() => fixture.close());

/** The official client, whose requests go to the simulated Adyen. */
function officialClient(): CheckoutAPI {
  const client = new Client({ apiKey: 'adyen-key', environment: EnvironmentEnum.TEST });
  client.httpClient = {
    async request(endpoint, json, config, _isApiRequired, options) {
      const path = new URL(endpoint).pathname.replace(/^\/v\d+/, '');
      const headers = {
        'x-api-key': config.apiKey,
        'idempotency-key': options?.idempotencyKey,
      };
      const answer = await fixture.handle(
        { path, message: JSON.parse(String(json)) as object },
        headers,
      );
      assert.ok(answer && answer.status < 300, JSON.stringify(answer));
      return JSON.stringify(answer.body);
    },
  };
  return new CheckoutAPI(client);
}

test('the official client pays, captures and refunds at the simulated Adyen', async () => {
  const { PaymentsApi, ModificationsApi } = officialClient();
  const named = (verb: 'authorize' | 'capture' | 'refund') => {
    const attemptId = fixture.ids.next();
    return { attemptId, reference: referenceOf({ ...ids, attemptId }, verb) };
  };
  const paid = named('authorize');
  const request = { ...authorization({}, { kind: 'hold' }), attemptId: paid.attemptId };
  const message = paymentMessage(
    request,
    { ...account, merchantAccount: ADYEN_ACCOUNT },
    ADYEN_URL,
  );
  const payment = await PaymentsApi.payments(message as unknown as PaymentRequest, {
    idempotencyKey: paid.attemptId,
  });
  assert.equal(payment.resultCode, checkout.PaymentResponse.ResultCodeEnum.Authorised);
  assert.equal(payment.merchantReference, paid.reference);
  assert.deepEqual({ ...payment.amount }, { value: 12_345, currency: 'PLN' });
  const pspReference = payment.pspReference ?? '';
  const amount = { value: 5_000, currency: 'PLN' };
  for (const verb of ['capture', 'refund'] as const) {
    const { attemptId, reference } = named(verb);
    const change = { merchantAccount: ADYEN_ACCOUNT, amount, reference };
    const options = { idempotencyKey: attemptId };
    const answer =
      verb === 'capture'
        ? await ModificationsApi.captureAuthorisedPayment(pspReference, change, options)
        : await ModificationsApi.refundCapturedPayment(pspReference, change, options);
    assert.equal(answer.status, 'received');
    assert.equal(answer.paymentPspReference, pspReference);
  }
});

test('the official validator accepts the messages of the simulated Adyen', async () => {
  await fixture.runDue();
  assert.equal(fixture.sent.length, 3);
  for (const body of fixture.sent) {
    const { notificationItems } = JSON.parse(body) as {
      notificationItems: { NotificationRequestItem: TheirItem }[];
    };
    for (const { NotificationRequestItem: item } of notificationItems) {
      assert.ok(validator.validateHMAC(item, HMAC_KEY));
      assert.ok(!validator.validateHMAC({ ...item, success: 'false' } as TheirItem, HMAC_KEY));
    }
  }
});
