// Tests of inquiries: how an attempt is found, and what is never sent again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ATTEMPT,
  confirming,
  declined,
  error,
  HOUR_MS,
  inquiry,
  intent,
  INTENT,
  metadata,
  OPERATION,
  scripted,
  type Script,
} from './testing/scripted-stripe.ts';

const notFound = { kind: 'not-found' };
const approved = {
  kind: 'approved',
  reference: INTENT,
  authCode: null,
  networkTransactionId: null,
};
const PATH = `/v1/payment_intents/${INTENT}`;
const READ = `GET ${PATH}?expand%5B0%5D=latest_charge`;
const canceled = intent({ status: 'canceled' });

/** An intent that can be read and cancelled. */
const standing =
  (found: object): Script =>
  ({ path }) =>
    path.endsWith('/cancel') ? canceled : found;

describe('an authorization', () => {
  test('is found by the same unconfirmed intent, with the same key', async () => {
    const { provider, calls, paths } = scripted(confirming(standing(intent())));
    assert.deepEqual(await provider.inquire(inquiry('authorize')), approved);
    assert.deepEqual(paths(), ['POST /v1/payment_intents', READ]);
    const sent = scripted(confirming(() => intent()));
    const asked = inquiry('authorize', { kind: 'hold' });
    await sent.provider.inquire(asked);
    assert.equal(calls[0]?.idempotencyKey, `${ATTEMPT}-create`);
    assert.equal(sent.calls[0]?.form['capture_method'], 'manual');
  });

  test('is read by its reference if that is known', async () => {
    const { provider, paths } = scripted(standing(intent()));
    const asked = inquiry('authorize', { reference: INTENT });
    assert.deepEqual(await provider.inquire(asked), approved);
    assert.deepEqual(paths(), [READ]);
  });

  const waiting = [{ status: 'requires_payment_method' }, { status: 'requires_confirmation' }];
  for (const fields of waiting) {
    test(`that ${fields.status} is cancelled, and only then not found`, async () => {
      const { provider, paths } = scripted(confirming(standing(intent(fields))));
      assert.deepEqual(await provider.inquire(inquiry('authorize')), notFound);
      assert.equal(paths().at(-1), `POST ${PATH}/cancel`);
      for (const answer of [
        error(400, { code: 'payment_intent_unexpected_state' }),
        intent({ status: 'succeeded' }),
        intent(fields),
        500,
        'timeout',
      ] as const) {
        const other = scripted(
          confirming(({ path }) => {
            if (!path.endsWith('/cancel')) return intent(fields);
            return answer === 'timeout' ? undefined : answer;
          }),
        );
        const { kind } = await other.provider.inquire(inquiry('authorize'));
        assert.equal(kind, 'unknown', 'a confirmation may have won');
      }
    });
  }

  const ends: [what: string, fields: object, expected: object][] = [
    ['held', { status: 'requires_capture' }, approved],
    ['processed', { status: 'processing' }, { kind: 'pending', reference: INTENT, customer: null }],
    ['cancelled by us', { status: 'canceled' }, notFound],
    [
      'declined',
      {
        status: 'requires_payment_method',
        last_payment_error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'fraudulent',
        },
      },
      {
        kind: 'declined',
        rejectCode: 'SUSPECTED_FRAUD',
        reference: INTENT,
        providerCode: 'fraudulent',
      },
    ],
    [
      'in need of the customer',
      { status: 'requires_action' },
      {
        kind: 'declined',
        rejectCode: 'SCA_REQUIRED',
        reference: INTENT,
        providerCode: 'requires_action',
      },
    ],
  ];
  for (const [what, fields, expected] of ends) {
    test(`that is ${what}`, async () => {
      const { provider } = scripted(confirming(standing(intent(fields))));
      assert.deepEqual(await provider.inquire(inquiry('authorize')), expected);
    });
  }

  for (const answer of [declined({ code: 'card_declined' }), error(400, {}), error(401, {}), 500]) {
    test(`a refusal of the repeated intent says nothing: ${JSON.stringify(answer)}`, async () => {
      const { provider } = scripted(() => answer);
      const found = await provider.inquire(inquiry('authorize'));
      assert.deepEqual(found, { kind: 'unknown', why: 'provider-error' });
    });
  }

  test('is searched after 20 hours, because Stripe forgets its key', async () => {
    const asked = inquiry('authorize', {}, 20 * HOUR_MS + 1);
    const own = intent({ metadata: { ...metadata, attempt: asked.attemptId } });
    const { provider, paths, calls } = scripted(({ path }) =>
      path.includes('/search') ? { object: 'search_result', data: [own] } : own,
    );
    assert.deepEqual(await provider.inquire(asked), approved);
    const query = encodeURIComponent(`metadata['attempt']:'${asked.attemptId}'`).replaceAll(
      "'",
      '%27',
    );
    assert.deepEqual(paths(), [`GET /v1/payment_intents/search?query=${query}&limit=10`, READ]);
    assert.ok(
      calls.every(({ method }) => method === 'GET'),
      'nothing is sent again',
    );
    for (const [data, kind] of [
      [[], 'not-found'],
      [[intent()], 'unknown'],
      [undefined, 'unknown'],
      [['x'], 'unknown'],
    ] as const) {
      const other = scripted(() => ({ object: 'search_result', data }));
      assert.equal((await other.provider.inquire(asked)).kind, kind);
    }
    const young = scripted(confirming(standing(intent())));
    await young.provider.inquire(inquiry('authorize', {}, 20 * HOUR_MS));
    assert.equal(young.paths()[0], 'POST /v1/payment_intents');
  });
});

describe('an operation', () => {
  const list = (...data: object[]) => ({ object: 'list', data, has_more: false });
  const refund = {
    id: 're_1',
    object: 'refund',
    amount: 10_000,
    currency: 'pln',
    status: 'succeeded',
  };
  const madeBy = (attempt: string, fields: object = refund) => ({
    ...fields,
    metadata: { ...metadata, attempt },
  });
  /** Made: with the mark of the operation. Not made: with that of another one. */
  const stands = {
    capture: (mark: string) => () => intent({ metadata: { ...metadata, capture: mark } }),
    adjust: (mark: string) => () => intent({ metadata: { ...metadata, adjust: mark } }),
    refund: (mark: string) => () => list(madeBy(mark)),
    reverse:
      (mark: string): Script =>
      ({ path }) =>
        path.startsWith('/v1/refunds') ? list(madeBy(mark)) : intent(),
  } as const;
  const verbs = ['capture', 'adjust', 'refund', 'reverse'] as const;

  for (const verb of verbs) {
    test(`${verb} that was made is found by its id`, async () => {
      const asked = inquiry(verb);
      const { provider, calls } = scripted(stands[verb](asked.attemptId));
      assert.equal((await provider.inquire(asked)).kind, 'approved');
      assert.ok(calls.every(({ method }) => method === 'GET'));
    });

    test(`${verb} that was not made may be sent again, but not after 20 hours`, async () => {
      const { provider } = scripted(stands[verb](ATTEMPT));
      assert.deepEqual(await provider.inquire(inquiry(verb)), notFound);
      const old = await provider.inquire(inquiry(verb, {}, 20 * HOUR_MS + 1));
      assert.ok(old.kind === 'declined', 'it was certainly not made');
    });

    test(`${verb} that cannot be read is unknown, also after 20 hours`, async () => {
      for (const answer of [undefined, 500, error(401, {}), { object: 'list', data: 7 }]) {
        const { provider } = scripted(() => answer);
        for (const ageMs of [0, 30 * HOUR_MS]) {
          assert.equal((await provider.inquire(inquiry(verb, {}, ageMs))).kind, 'unknown');
        }
      }
    });
  }

  test('a cancelled hold is a reversal that was made', async () => {
    const { provider } = scripted(({ path }) =>
      path.startsWith('/v1/refunds') ? list() : canceled,
    );
    assert.deepEqual(await provider.inquire(inquiry('reverse')), approved);
  });

  test('a refund with another amount, or in a list with more pages, is unknown', async () => {
    const other = madeBy(OPERATION, { ...refund, amount: 1 });
    for (const answer of [list(other), { ...list(), has_more: true }]) {
      const { provider } = scripted(() => answer);
      assert.equal((await provider.inquire(inquiry('refund'))).kind, 'unknown');
    }
  });
});
