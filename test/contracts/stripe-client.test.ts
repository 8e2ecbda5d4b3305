// The official client of Stripe as a witness: its types accept our parameters, it verifies our
// simulated webhooks and signs what we accept, and it can use the simulated Stripe.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Stripe from 'stripe';
import { secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type * as requests from '@bramka/gateway/providers/stripe/requests.ts';
import { STRIPE_VERSION } from '@bramka/gateway/providers/stripe/transport.ts';
import { isSigned } from '@bramka/gateway/providers/stripe/webhook/signature.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { stripeEndpoints } from '@bramka/sandbox/stripe/endpoints.ts';
import { secondsOf } from '@bramka/sandbox/stripe/views.ts';
import { signatureHeader } from '@bramka/sandbox/stripe/webhooks.ts';
import { openStripeFixture } from '@bramka/sandbox/testing/stripe-fixture.ts';

/** As it is sent: numbers are text. */
type Sent<T> = T extends bigint
  ? number
  : T extends readonly (infer One)[]
    ? Sent<One>[]
    : T extends object
      ? { [K in keyof T]: Sent<T[K]> }
      : T;

type Parameters<Of extends keyof typeof requests> = Sent<
  (typeof requests)[Of] extends (...given: never[]) => infer Made ? Made : (typeof requests)[Of]
>;

/** Names that the types of the client do not have, two levels deep. */
type Unknown<Given, Known> =
  | Exclude<keyof Given, keyof Known>
  | {
      [K in keyof Given & keyof Known]: NonNullable<Given[K]> extends object
        ? K extends 'metadata'
          ? never
          : NonNullable<Given[K]> extends readonly unknown[]
            ? never
            : Exclude<keyof NonNullable<Given[K]>, keyof NonNullable<Known[K]>>
        : never;
    }[keyof Given & keyof Known];

/** Compiles only if the client accepts the parameters and knows all of their names. */
function accepts<Known>() {
  return <Given extends Known>(..._none: [Unknown<Given, Known>] extends [never] ? [] : [never]) =>
    true as boolean & Given;
}

type CardOptions = Extract<Stripe.PaymentIntentConfirmParams.PaymentMethodOptions['card'], object>;
type Confirm = Parameters<'confirmParameters'>;
type ConfirmCard = NonNullable<NonNullable<Confirm['payment_method_options']>['card']>;

test('the types of the client accept every parameter that we send', () => {
  accepts<Stripe.PaymentMethodCreateParams>()<Parameters<'methodParameters'>>();
  accepts<Stripe.PaymentIntentCreateParams>()<Parameters<'intentParameters'>>();
  accepts<Stripe.PaymentIntentConfirmParams>()<Omit<Confirm, 'payment_method_options'>>();
  // Stripe describes it for accounts that may use it; the client has no type for it.
  accepts<CardOptions>()<Omit<ConfirmCard, 'mit_exemption'>>();
  accepts<Stripe.PaymentIntentCaptureParams>()<Parameters<'captureParameters'>>();
  accepts<Stripe.PaymentIntentIncrementAuthorizationParams>()<Parameters<'incrementParameters'>>();
  accepts<Stripe.PaymentIntentCancelParams>()<Parameters<'cancelParameters'>>();
  accepts<Stripe.PaymentIntentSearchParams>()<Parameters<'searchParameters'>>();
  accepts<Stripe.RefundCreateParams>()<Parameters<'refundParameters'>>();
  accepts<Stripe.RefundListParams>()<Parameters<'refundListParameters'>>();
  // @ts-expect-error a name that the client does not know is noticed
  accepts<Stripe.PaymentIntentCancelParams>()<{ cancellation_reasons: 'abandoned' }>();
});

const client = new Stripe('sk_test_1');
const KEY = 'whsec_of_the_test';

test('the version of the API is that of the client', () => {
  assert.equal(Stripe.API_VERSION, STRIPE_VERSION);
});

describe('webhooks', () => {
  const text = JSON.stringify({ id: 'evt_1', object: 'event', type: 'refund.updated' });
  const now = Date.now();

  test('of the simulated Stripe are authentic for the client', () => {
    const header = signatureHeader(text, secondsOf(now), secret(KEY));
    assert.equal(client.webhooks.constructEvent(text, header, KEY).id, 'evt_1');
    assert.throws(() => client.webhooks.constructEvent(`${text} `, header, KEY));
    assert.throws(() => client.webhooks.constructEvent(text, header, 'whsec_other'));
  });

  test('that the client signs are authentic for us', () => {
    const timestamp = secondsOf(now);
    const header = client.webhooks.generateTestHeaderString({
      payload: text,
      secret: KEY,
      timestamp,
    });
    assert.equal(isSigned(text, header, secret(KEY), now), true);
    assert.equal(isSigned(`${text} `, header, secret(KEY), now), false);
    assert.equal(isSigned(text, header, secret('whsec_other'), now), false);
  });
});

describe('the client with the simulated Stripe', () => {
  let fixture: Awaited<ReturnType<typeof openStripeFixture>>;
  let server: ReturnType<typeof serveParty>;
  let stripe: Stripe;
  before(async () => {
    fixture = await openStripeFixture();
    server = serveParty('', toRoutes(stripeEndpoints, { handle: fixture.handle }));
    const { port, hostname } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    stripe = new Stripe('sk_test_1', {
      ...{ host: hostname, port, protocol: 'http' },
      ...{ maxNetworkRetries: 0, telemetry: false },
    });
  });
  after(async () => {
    await server?.close();
    await fixture?.close();
  });

  const methodOf = async (number: string): Promise<string> => {
    const card = { number, exp_month: 12, exp_year: 2030, cvc: '123' };
    return (await stripe.paymentMethods.create({ type: 'card', card })).id;
  };

  test('pays, captures, refunds and reads', async () => {
    const created = await stripe.paymentIntents.create({
      ...{ amount: 1000, currency: 'pln', capture_method: 'manual' },
    });
    assert.equal(created.status, 'requires_payment_method');
    const payment_method = await methodOf('4111111111111111');
    const held = await stripe.paymentIntents.confirm(created.id, { payment_method });
    assert.deepEqual([held.status, held.amount_capturable], ['requires_capture', 1000]);
    const raised = await stripe.paymentIntents.incrementAuthorization(created.id, { amount: 1200 });
    assert.equal(raised.amount, 1200);
    const taken = await stripe.paymentIntents.capture(created.id, { amount_to_capture: 900 });
    assert.deepEqual([taken.status, taken.amount_received], ['succeeded', 900]);
    const refund = await stripe.refunds.create({ payment_intent: created.id, amount: 400 });
    assert.equal(refund.status, 'succeeded');
    const { data } = await stripe.refunds.list({ payment_intent: created.id });
    assert.deepEqual(
      data.map(({ id, amount }) => [id, amount]),
      [[refund.id, 400]],
    );
    assert.equal((await stripe.paymentIntents.retrieve(created.id)).status, 'succeeded');
  });

  test('gets a decline as the error of a card, and a wrong step as a bad request', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'pln' });
    const payment_method = await methodOf('4000000000009995');
    await assert.rejects(stripe.paymentIntents.confirm(id, { payment_method }), (error) => {
      assert.ok(error instanceof Stripe.errors.StripeCardError);
      assert.equal(error.decline_code, 'insufficient_funds');
      return true;
    });
    assert.equal((await stripe.paymentIntents.cancel(id)).status, 'canceled');
    await assert.rejects(
      stripe.paymentIntents.confirm(id, { payment_method }),
      Stripe.errors.StripeInvalidRequestError,
    );
  });

  test('gets the same intent for the same key, and an error for other parameters', async () => {
    const options = { idempotencyKey: 'one' };
    const create = (amount: number) =>
      stripe.paymentIntents.create({ amount, currency: 'pln' }, options);
    assert.equal((await create(1000)).id, (await create(1000)).id);
    await assert.rejects(create(1001), Stripe.errors.StripeIdempotencyError);
  });
});
