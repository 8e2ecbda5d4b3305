// Tests of the calls to Stripe: what is sent for each operation, and what each answer means.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { money } from '../../core/money.ts';
import { secret } from '../../core/secret.ts';
import type { CardMeans } from '../means.ts';
import {
  ATTEMPT,
  authorization,
  confirming,
  declined,
  error,
  followUp,
  intent,
  INTENT,
  metadata,
  OPERATION,
  scripted,
  type Script,
} from './testing/scripted-stripe.ts';

const approved = {
  kind: 'approved',
  reference: INTENT,
  authCode: null,
  networkTransactionId: null,
};
const proof = {
  eci: '05',
  cavv: secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
  dsTransId: '0198c5d1-7b2a-7000-8000-000000000009',
  version: '2.2.0',
  transStatus: 'Y',
};

describe('authorize', () => {
  const card = { authorization_code: 'A1', network_transaction_id: '77' };
  const charge = { payment_method_details: { card } };
  const approving = confirming(() => intent({ latest_charge: charge }));

  test('sends the card, an unconfirmed intent and its confirmation, with keys', async () => {
    const { provider, calls } = scripted(approving);
    assert.deepEqual(await provider.authorize(authorization()), {
      ...approved,
      authCode: 'A1',
      networkTransactionId: '77',
    });
    const told = calls.map(({ path, form, idempotencyKey }) => [path, idempotencyKey, form]);
    assert.deepEqual(told, [
      [
        '/v1/payment_methods',
        `${ATTEMPT}-method`,
        {
          type: 'card',
          'card[number]': '4111111111111111',
          'card[exp_month]': '9',
          'card[exp_year]': '2030',
          'card[cvc]': '987',
          'billing_details[name]': 'Jan Nowak',
        },
      ],
      [
        '/v1/payment_intents',
        `${ATTEMPT}-create`,
        {
          amount: '10000',
          currency: 'pln',
          capture_method: 'automatic',
          'allowed_payment_method_types[0]': 'card',
          'metadata[merchant]': metadata.merchant,
          'metadata[payment]': metadata.payment,
          'metadata[attempt]': ATTEMPT,
        },
      ],
      [
        `/v1/payment_intents/${INTENT}/confirm`,
        `${ATTEMPT}-confirm`,
        { payment_method: 'pm_1', error_on_requires_action: 'true', 'expand[0]': 'latest_charge' },
      ],
    ]);
  });

  test('a hold is captured manually, and may be raised', async () => {
    const { provider, calls } = scripted(
      confirming(() => intent({ status: 'requires_capture', amount_received: 0 })),
    );
    const outcome = await provider.authorize(authorization({}, { kind: 'hold' }));
    assert.deepEqual(outcome, approved);
    const form = calls[1]?.form ?? {};
    assert.equal(form['capture_method'], 'manual');
    const option = 'payment_method_options[card][request_incremental_authorization]';
    assert.equal(form[option], 'if_available');
  });

  const options = 'payment_method_options[card]';
  const carried: [what: string, means: Partial<CardMeans>, form: Record<string, string>][] = [
    [
      'the result of 3-D Secure',
      { threeDS: proof },
      {
        [`${options}[three_d_secure][cryptogram]`]: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        [`${options}[three_d_secure][transaction_id]`]: proof.dsTransId,
        [`${options}[three_d_secure][version]`]: '2.2.0',
        [`${options}[three_d_secure][electronic_commerce_indicator]`]: '05',
      },
    ],
    [
      'a payment without the customer',
      { exemption: 'MIT', networkTransactionId: '123' },
      { off_session: 'true', [`${options}[mit_exemption][network_transaction_id]`]: '123' },
    ],
    ['one without the id of the network', { exemption: 'MIT' }, { off_session: 'true' }],
    ['an exemption, which Stripe claims by itself', { exemption: 'TRA' }, {}],
    ['a failed authentication', { threeDS: { ...proof, cavv: null, transStatus: 'U' } }, {}],
  ];
  for (const [what, means, form] of carried) {
    test(`the confirmation of ${what}`, async () => {
      const { provider, calls } = scripted(approving);
      await provider.authorize(authorization(means));
      const isMit = means.exemption === 'MIT';
      assert.deepEqual(calls[2]?.form, {
        payment_method: 'pm_1',
        ...(isMit ? {} : { error_on_requires_action: 'true' }),
        ...form,
        'expand[0]': 'latest_charge',
      });
    });
  }

  const unsent: [what: string, request: ReturnType<typeof authorization>, code: string][] = [
    [
      'a proof without its cryptogram',
      authorization({ threeDS: { ...proof, cavv: null } }),
      'SCA_UNAVAILABLE',
    ],
    ['a cryptogram', authorization({ cryptogram: secret('A') }), 'CARD_RESTRICTED'],
    ['no amount', authorization({}, { amount: money(0n, 'PLN') }), 'AMOUNT_OUT_OF_RANGE'],
    [
      'a currency with other units',
      authorization({}, { amount: money(5n, 'ISK') }),
      'CURRENCY_NOT_SUPPORTED',
    ],
  ];
  for (const [what, request, code] of unsent) {
    test(`${what} is declined before anything is sent, and may be tried elsewhere`, async () => {
      const { provider, calls } = scripted(approving);
      const outcome = await provider.authorize(request);
      assert.ok(outcome.kind === 'declined' && outcome.mayTryElsewhere);
      assert.equal(outcome.rejectCode, code);
      assert.equal(calls.length, 0);
    });
  }

  for (const failing of ['/v1/payment_methods', '/v1/payment_intents']) {
    test(`without an answer to ${failing} nothing is confirmed`, async () => {
      const { provider, paths } = scripted((call) =>
        call.path === failing ? undefined : approving(call),
      );
      const outcome = await provider.authorize(authorization());
      assert.deepEqual(outcome, { kind: 'unknown', why: 'not-sent' });
      assert.ok(paths().every((path) => !path.includes('confirm')));
    });
  }

  test('a card that Stripe refuses is declined, and nothing is confirmed', async () => {
    const { provider, calls } = scripted((call) =>
      call.path === '/v1/payment_methods'
        ? declined({ code: 'incorrect_number' })
        : approving(call),
    );
    assert.deepEqual(await provider.authorize(authorization()), {
      kind: 'declined',
      rejectCode: 'INVALID_CARD',
      reference: null,
      providerCode: 'incorrect_number',
    });
    assert.equal(calls.length, 2);
  });

  const answers: [what: string, answer: ReturnType<Script>, expected: object][] = [
    ['no answer', undefined, { kind: 'unknown', why: 'timeout' }],
    [
      'an error of Stripe',
      error(500, { type: 'api_error' }),
      { kind: 'unknown', why: 'provider-error' },
    ],
    ['a key in use', error(409, {}), { kind: 'unknown', why: 'provider-error' }],
    [
      'another request at the same time',
      error(429, { code: 'lock_timeout' }),
      { kind: 'unknown', why: 'provider-error' },
    ],
    [
      'that it was confirmed or cancelled before',
      error(400, { code: 'payment_intent_unexpected_state' }),
      { kind: 'unknown', why: 'provider-error' },
    ],
    [
      'a key with other parameters',
      error(400, { type: 'idempotency_error' }),
      { kind: 'unknown', why: 'provider-error' },
    ],
    [
      'an intent that still waits',
      intent({ status: 'requires_confirmation' }),
      { kind: 'unknown', why: 'garbage' },
    ],
    ['another intent', intent({ id: 'pi_2' }), { kind: 'unknown', why: 'garbage' }],
    ['a new status', intent({ status: 'sleeping' }), { kind: 'unknown', why: 'garbage' }],
    [
      'processing',
      intent({ status: 'processing' }),
      { kind: 'pending', reference: INTENT, customer: null },
    ],
    [
      'a decline',
      declined({ code: 'card_declined', decline_code: 'lost_card', payment_intent: intent() }),
      { kind: 'declined', rejectCode: 'LOST_CARD', reference: INTENT, providerCode: 'lost_card' },
    ],
    [
      'too many requests',
      error(429, { code: 'rate_limit' }),
      {
        kind: 'declined',
        rejectCode: 'PROVIDER_UNAVAILABLE',
        reference: null,
        providerCode: 'rate_limit',
        mayTryElsewhere: true,
      },
    ],
    [
      'a wrong key',
      error(401, {}),
      {
        kind: 'declined',
        rejectCode: 'PROVIDER_UNAVAILABLE',
        reference: null,
        providerCode: 'status_401',
        mayTryElsewhere: true,
      },
    ],
  ];
  for (const [what, answer, expected] of answers) {
    test(`${what} to the confirmation`, async () => {
      const { provider } = scripted(confirming(() => answer));
      assert.deepEqual(await provider.authorize(authorization()), expected);
    });
  }

  test('an intent that asks the customer to act is cancelled', async () => {
    const action = intent({ status: 'requires_action' });
    const { provider, paths } = scripted(
      confirming(({ path }) =>
        path.endsWith('/cancel') ? intent({ status: 'canceled' }) : action,
      ),
    );
    assert.deepEqual(await provider.authorize(authorization()), {
      kind: 'declined',
      rejectCode: 'SCA_REQUIRED',
      reference: INTENT,
      providerCode: 'requires_action',
    });
    assert.equal(paths().at(-1), `POST /v1/payment_intents/${INTENT}/cancel`);
    const stubborn = scripted(confirming(() => action));
    const outcome = await stubborn.provider.authorize(authorization());
    assert.equal(outcome.kind, 'unknown', 'it could still be paid');
  });
});

describe('operations', () => {
  const refund = {
    id: 're_1',
    object: 'refund',
    amount: 10_000,
    currency: 'pln',
    metadata: { ...metadata, attempt: OPERATION },
    status: 'succeeded',
  };

  test('a capture, with its amount and its id', async () => {
    const captured = { metadata: { ...metadata, capture: OPERATION }, amount_received: 7_000 };
    const { provider, calls } = scripted(() => intent(captured));
    assert.deepEqual(await provider.followUps.capture?.(followUp(7_000n)), approved);
    assert.deepEqual(calls[0], {
      method: 'POST',
      path: `/v1/payment_intents/${INTENT}/capture`,
      form: { amount_to_capture: '7000', 'metadata[capture]': OPERATION },
      idempotencyKey: OPERATION,
      key: 'sk_own',
    });
  });

  test('a higher hold; a lower one, and an account that may not, are declined', async () => {
    const raised = { metadata: { ...metadata, adjust: OPERATION }, amount: 12_000 };
    const { provider, calls } = scripted(() => intent({ ...raised, status: 'requires_capture' }));
    assert.deepEqual(await provider.followUps.adjust?.(followUp(12_000n)), approved);
    assert.deepEqual(calls[0]?.form, { amount: '12000', 'metadata[adjust]': OPERATION });
    for (const code of ['amount_too_small', 'payment_intent_unexpected_state']) {
      const refused = scripted(() => error(400, { code }));
      const outcome = await refused.provider.followUps.adjust?.(followUp(1n));
      assert.equal(outcome?.kind, 'declined', code);
    }
  });

  test('a reversal cancels a hold, refunds a sale, and is done if it was cancelled', async () => {
    const ends: [status: string, path: string | undefined, key: string | undefined][] = [
      ['requires_capture', `/v1/payment_intents/${INTENT}/cancel`, `${OPERATION}-cancel`],
      ['succeeded', '/v1/refunds', OPERATION],
      ['canceled', undefined, undefined],
    ];
    for (const [status, path, key] of ends) {
      const { provider, calls } = scripted((call) => {
        if (call.path === '/v1/refunds') return refund;
        return intent({ status: call.method === 'GET' ? status : 'canceled' });
      });
      const outcome = await provider.followUps.reverse?.(followUp());
      assert.equal(outcome?.kind, 'approved', status);
      assert.equal(calls[1]?.path, path);
      assert.equal(calls[1]?.idempotencyKey, key);
    }
  });

  for (const [status, expected] of [
    ['succeeded', { ...approved, reference: 're_1' }],
    ['pending', { kind: 'pending', reference: 're_1', customer: null }],
    ['requires_action', { kind: 'pending', reference: 're_1', customer: null }],
    [
      'failed',
      { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: 're_1', providerCode: 'lost' },
    ],
    ['other', { kind: 'unknown', why: 'garbage' }],
  ] as const) {
    test(`a refund that is ${status}`, async () => {
      const { provider } = scripted(() => ({ ...refund, status, failure_reason: 'lost' }));
      assert.deepEqual(await provider.followUps.refund?.(followUp()), expected);
    });
  }

  test('are never declined because of our key or too many requests', async () => {
    for (const status of [401, 403, 429]) {
      const { provider } = scripted(() => error(status, { code: 'rate_limit' }));
      for (const send of Object.values(provider.followUps)) {
        const outcome = await send(followUp());
        assert.deepEqual(outcome, { kind: 'unknown', why: 'provider-error' });
      }
    }
  });

  test('the credentials of a merchant are used for everything', async () => {
    const own = { account: secret('acct_1'), key: secret('sk_1'), webhookSecret: secret('w') };
    const { provider, calls } = scripted(confirming(() => intent()));
    const credentials = { credentials: own };
    await provider.authorize({ ...authorization(), ...credentials });
    for (const send of Object.values(provider.followUps))
      await send({ ...followUp(), ...credentials });
    assert.deepEqual(new Set(calls.map(({ key }) => key)), new Set(['sk_1']));
  });
});

test('the harmless call reads the balance, and shows a wrong key', async () => {
  const { provider, paths } = scripted(() => ({ object: 'balance' }));
  assert.deepEqual(await provider.check?.(), { kind: 'not-found' });
  assert.deepEqual(paths(), ['GET /v1/balance']);
  const wrong = scripted(() => error(401, {}));
  assert.deepEqual(await wrong.provider.check?.(), { kind: 'unknown', why: 'provider-error' });
});
