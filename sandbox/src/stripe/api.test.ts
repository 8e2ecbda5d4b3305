// Tests of the simulated Stripe: idempotency keys and when they are forgotten, an intent's states,
// what is announced, and that card data is stored nowhere. The contract test covers the rest.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openStripeFixture } from '../testing/stripe-fixture.ts';

let fixture: Awaited<ReturnType<typeof openStripeFixture>>;
let count = 0;
before(async () => {
  fixture = await openStripeFixture();
});
beforeEach(() => fixture.events.splice(0));
after(() => fixture?.close());

type Fields = Readonly<Record<string, unknown>>;

async function call(path: string, form: Record<string, string> = {}, key?: string) {
  const answer = await fixture.handle({
    method: 'POST',
    path: `/v1/${path}`,
    form: new URLSearchParams(form).toString(),
    idempotencyKey: key ?? `key-${(count += 1)}`,
  });
  const { status, body } = answer ?? { status: 0, body: {} };
  const { error, ...object } = body as { error?: Fields };
  return { status, object: object as Fields, error: error ?? {} };
}

async function read(id: unknown): Promise<Fields> {
  const path = `/v1/payment_intents/${String(id)}`;
  const call = { method: 'GET', path, form: '', idempotencyKey: null } as const;
  return ((await fixture.handle(call))?.body ?? {}) as Fields;
}

const sale = { amount: '1000', currency: 'pln' };
const hold = { ...sale, capture_method: 'manual' };

async function methodOf(number = '4111111111111111'): Promise<string> {
  const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2030' };
  const { object } = await call('payment_methods', { type: 'card', 'card[cvc]': '987', ...card });
  return String(object['id']);
}

/** An intent, and what is done with it. */
async function created(form: Record<string, string> = sale) {
  const { object } = await call('payment_intents', form);
  const id = String(object['id']);
  const operate = (operation: string, more: Record<string, string> = {}, key?: string) =>
    call(`payment_intents/${id}/${operation}`, more, key);
  const confirm = async (number?: string, key?: string) =>
    operate('confirm', { payment_method: await methodOf(number) }, key);
  return { id, operate, confirm };
}

test('a key is answered as before for 24 hours, and then means another intent', async () => {
  const first = await call('payment_intents', sale, 'one');
  assert.deepEqual(await call('payment_intents', sale, 'one'), first);
  const other = await call('payment_intents', { ...sale, amount: '1001' }, 'one');
  assert.deepEqual([other.status, other.error['type']], [400, 'idempotency_error']);
  fixture.clock.advance(24 * 60 * 60 * 1000 - 1);
  assert.deepEqual(await call('payment_intents', sale, 'one'), first);
  fixture.clock.advance(1);
  const next = await call('payment_intents', sale, 'one');
  assert.notEqual(next.object['id'], first.object['id']);
});

test('equal keys at the same time are one intent', async () => {
  const all = await Promise.all(
    Array.from({ length: 5 }, () => call('payment_intents', sale, 'x')),
  );
  assert.equal(new Set(all.map(({ object }) => object['id'])).size, 1);
});

test('a confirmation and a cancellation exclude each other', async () => {
  for (let time = 0; time < 5; time += 1) {
    const { id, confirm, operate } = await created();
    const [paid, cancelled] = await Promise.all([confirm(), operate('cancel')]);
    assert.equal(paid.status === 200, cancelled.status !== 200);
    const { status } = await read(id);
    assert.equal(status, paid.status === 200 ? 'succeeded' : 'canceled');
  }
  const { confirm, operate } = await created();
  await operate('cancel');
  assert.equal((await confirm()).error['code'], 'payment_intent_unexpected_state');
});

test('a sale cannot be cancelled or captured, and is paid once', async () => {
  const { confirm, operate } = await created();
  assert.equal((await confirm(undefined, 'pay')).object['status'], 'succeeded');
  for (const operation of ['cancel', 'capture', 'increment_authorization']) {
    const { error } = await operate(operation, { amount: '2000' });
    assert.equal(error['code'], 'payment_intent_unexpected_state', operation);
  }
  assert.equal((await confirm()).error['code'], 'payment_intent_unexpected_state');
  assert.deepEqual(
    fixture.events.map(({ type }) => type),
    ['payment_intent.succeeded'],
  );
});

test('a hold is raised, captured up to its amount, and announced', async () => {
  const { id, confirm, operate } = await created(hold);
  assert.equal((await confirm()).object['amount_capturable'], 1000);
  const lower = await operate('increment_authorization', { amount: '1000' });
  assert.equal(lower.error['code'], 'amount_too_small');
  const raised = { amount: '1500', 'metadata[adjust]': 'a' };
  assert.equal((await operate('increment_authorization', raised)).object['amount'], 1500);
  const above = await operate('capture', { amount_to_capture: '1501' });
  assert.equal(above.error['code'], 'amount_too_large');
  const captured = await operate('capture', { amount_to_capture: '700', 'metadata[capture]': 'c' });
  assert.deepEqual(captured.object['metadata'], { adjust: 'a', capture: 'c' });
  assert.equal(captured.object['amount_received'], 700);
  const over = await call('refunds', { payment_intent: id, amount: '701' });
  assert.equal(over.error['code'], 'charge_already_refunded');
  const refund = await call('refunds', { payment_intent: id, amount: '300' });
  assert.equal(refund.object['status'], 'succeeded');
  assert.deepEqual(
    fixture.events.map(({ type }) => type),
    [
      'payment_intent.amount_capturable_updated',
      'payment_intent.amount_capturable_updated',
      'payment_intent.succeeded',
      'refund.created',
    ],
  );
});

test('a decline is told with its reason, and a cancelled hold is released', async () => {
  const declined = await created();
  const { status, error } = await declined.confirm('4000000000009987');
  assert.deepEqual([status, error['decline_code']], [402, 'lost_card']);
  const held = await created(hold);
  await held.confirm();
  assert.equal((await held.operate('cancel')).object['status'], 'canceled');
  const types = fixture.events.map(({ type }) => type.replace('payment_intent.', ''));
  assert.deepEqual(types, ['payment_failed', 'amount_capturable_updated', 'canceled']);
});

test('a lost confirmation is in progress, and may be cancelled later', async () => {
  const { id, confirm, operate } = await created();
  const { status } = await confirm('4000000000020026');
  assert.equal(status, 0, 'it is never answered');
  assert.equal((await read(id))['status'], 'processing');
  assert.equal((await operate('cancel')).status, 400);
  fixture.clock.advance(60_000);
  assert.equal((await read(id))['status'], 'requires_payment_method');
  assert.equal((await operate('cancel')).object['status'], 'canceled');
});

test('requests that are wrong get an error of the API', async () => {
  const wrong: [path: string, form: Record<string, string>, code: string][] = [
    ['payment_intents', { ...sale, amount: '0' }, 'parameter_invalid_integer'],
    ['payment_intents', { amount: '1' }, 'parameter_missing'],
    ['payment_methods', { type: 'card', 'card[number]': 'x' }, 'invalid_number'],
    ['payment_intents/pi_none/confirm', {}, 'resource_missing'],
    ['refunds', { payment_intent: 'pi_none' }, 'resource_missing'],
    ['payouts', {}, 'url_invalid'],
  ];
  for (const [path, form, code] of wrong) {
    const { status, error } = await call(path, form);
    assert.ok(status >= 400, path);
    assert.equal(error['code'], code, path);
  }
  const { operate } = await created();
  const { error } = await operate('confirm', { payment_method: 'pm_none' });
  assert.equal(error['code'], 'resource_missing');
});

test('card data is stored nowhere', async () => {
  const { confirm } = await created();
  await confirm('4539578763621486');
  const tables = ['stripe_intents', 'stripe_answers', 'stripe_messages', 'charges'];
  for (const name of tables) {
    const text = `select t::text as row from sandbox.${name} t`;
    const rows = await fixture.database.run<{ row: string }>({ name: '', text });
    assert.ok(rows.every(({ row }) => !row.includes('45395787636214') && !/"?cvc|"987"/.test(row)));
  }
});
