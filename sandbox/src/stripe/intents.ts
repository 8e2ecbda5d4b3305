// The intents of the simulated Stripe, as their state machine: a confirmation and a cancellation
// exclude each other. Money moves at the simulated acquirer.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { isUuid, type Ids } from '@bramka/gateway/core/id.ts';
import type { PlainReply, PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import type { SimulatedAcquirer } from '../acquirer/acquirer.ts';
import type { Charge } from '../acquirer/charge.ts';
import type { HeldCard, PaymentMethods } from './payment-methods.ts';
import {
  apiError,
  invalidRequest,
  metadataIn,
  unexpectedState,
  type ApiAnswer,
  type Form,
} from './protocol.ts';
import { intentTable, type IntentRow } from './rows.ts';
import type { StripeStore } from './stripe.store.ts';
import { intentStatus, intentView, plain, refundView } from './views.ts';

export interface IntentParts {
  readonly journal: Journal;
  readonly store: StripeStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly acquirer: SimulatedAcquirer;
  readonly methods: PaymentMethods;
  readonly maxInFlightMs: number;
  /** Sends a message about an object. */
  readonly announce: (type: string, object: object) => Promise<void>;
}

/** One request about an intent. */
export interface IntentCall {
  readonly row: IntentRow;
  readonly form: Form;
  /** Names the operation at the acquirer. */
  readonly operationId: string;
}

type Operate = (parts: IntentParts, call: IntentCall) => Promise<ApiAnswer | undefined>;

export async function createIntent(parts: IntentParts, form: Form): Promise<ApiAnswer> {
  const amount = form.get('amount') ?? '';
  const currency = form.get('currency') ?? '';
  if (!/^[1-9]\d{0,11}$/.test(amount)) return invalidRequest('parameter_invalid_integer', 'amount');
  if (!/^[a-z]{3}$/.test(currency)) return invalidRequest('parameter_missing', 'currency');
  const metadata = metadataIn(form);
  const { attempt = '', payment = '', merchant = 'stripe' } = metadata;
  const row: IntentRow = {
    intentId: `pi_${plain(parts.ids.next())}`,
    attemptId: isUuid(attempt) ? attempt : parts.ids.next(),
    merchantId: merchant,
    paymentId: isUuid(payment) ? payment : parts.ids.next(),
    amountMinor: BigInt(amount),
    currency: currency.toUpperCase(),
    isHold: form.get('capture_method') === 'manual',
    state: 'OPEN',
    metadata,
    createdAt: parts.clock.now(),
    confirmedAt: null,
    version: 1,
  };
  await parts.journal.commit(new Draft().insert(intentTable, row));
  return { status: 200, body: await viewOf(parts, row) };
}

export async function chargeOf(
  { acquirer }: Pick<IntentParts, 'acquirer'>,
  { paymentId, attemptId }: IntentRow,
): Promise<Charge | undefined> {
  const rows = await acquirer.chargesOf(paymentId);
  return rows.find((row) => row.verb === 'authorize' && row.attemptId === attemptId);
}

const lostAt = ({ clock, maxInFlightMs }: IntentParts): number => clock.now() - maxInFlightMs;

export async function viewOf(parts: IntentParts, row: IntentRow) {
  return intentView(row, await chargeOf(parts, row), lostAt(parts));
}

/** Undefined: another request was faster. */
async function change(
  { journal }: IntentParts,
  row: IntentRow,
  changed: Partial<IntentRow>,
): Promise<IntentRow | undefined> {
  const next = { ...row, ...changed, version: row.version + 1 };
  const result = await journal.commit(new Draft().change(intentTable, next, row.version));
  return result.kind === 'committed' ? next : undefined;
}

const confirm: Operate = async (parts, { row, form }) => {
  const view = await viewOf(parts, row);
  if (row.state !== 'OPEN') return unexpectedState(view, view.status);
  const card = parts.methods.find(form.get('payment_method') ?? '');
  if (!card) return invalidRequest('resource_missing', 'payment_method');
  const confirmed = { state: 'CONFIRMED', confirmedAt: parts.clock.now() } as const;
  const next = await change(parts, row, confirmed);
  if (!next) return locked;
  const answer = await parts.acquirer.handle('authorize', authorization(next, card, form));
  if (answer === undefined) return undefined;
  const { status, body } = answer;
  if (status !== 200) return failure;
  if (typeof body === 'string') return { status, body };
  const { result } = body as PlainReply;
  const after = await viewOf(parts, next);
  const { last_payment_error: error } = after;
  if (result === 'DECLINED') {
    await parts.announce('payment_intent.payment_failed', after);
    return { status: 402, body: { error: { ...error, payment_intent: after } } };
  }
  if (result === 'APPROVED') await announceHold(parts, next, after);
  return { status: 200, body: after };
};

function announceHold(parts: IntentParts, { isHold }: IntentRow, view: object): Promise<void> {
  const type = isHold ? 'amount_capturable_updated' : 'succeeded';
  return parts.announce(`payment_intent.${type}`, view);
}

const locked = apiError(
  429,
  'invalid_request_error',
  'lock_timeout',
  'Another request uses the object.',
);
const failure = apiError(500, 'api_error', 'api_error', 'An unknown error occurred.');

const THREE_DS = 'payment_method_options[card][three_d_secure]';
const NETWORK_ID = 'payment_method_options[card][mit_exemption][network_transaction_id]';

function authorization(row: IntentRow, card: HeldCard, form: Form): PlainRequest {
  const { attemptId, merchantId, paymentId, amountMinor, currency, isHold } = row;
  const get = (name: string): string => form.get(`${THREE_DS}[${name}]`) ?? '';
  const eci = get('electronic_commerce_indicator');
  const threeDS = {
    eci,
    cavv: get('cryptogram'),
    dsTransId: get('transaction_id'),
    version: get('version'),
    transStatus: eci === '05' || eci === '02' ? 'Y' : 'A',
  };
  const networkTransactionId = form.get(NETWORK_ID);
  return {
    attemptId,
    merchantId,
    paymentId,
    amountMinor: String(amountMinor),
    currency,
    kind: isHold ? 'hold' : 'sale',
    card,
    ...(threeDS.cavv === '' ? {} : { threeDS }),
    ...(form.get('off_session') === 'true' ? { exemption: 'MIT' } : {}),
    ...(networkTransactionId === null ? {} : { networkTransactionId }),
  };
}

/** An operation on the charge at the acquirer. */
async function operate(
  { acquirer }: IntentParts,
  verb: Exclude<Verb, 'authorize' | 'inquire'>,
  { row, operationId }: IntentCall,
  amountMinor: bigint,
): Promise<PlainReply | ApiAnswer | undefined> {
  const { merchantId, paymentId, currency, attemptId: originalAttemptId } = row;
  const answer = await acquirer.handle(verb, {
    attemptId: operationId,
    merchantId,
    paymentId,
    amountMinor: String(amountMinor),
    currency,
    originalAttemptId,
  });
  if (answer === undefined) return undefined;
  return answer.status === 200 ? (answer.body as PlainReply) : failure;
}

const cancel: Operate = async (parts, call) => {
  const { row } = call;
  const charge = await chargeOf(parts, row);
  const status = intentStatus(row, charge, lostAt(parts));
  if (status === 'succeeded' || status === 'processing' || status === 'canceled') {
    return unexpectedState(await viewOf(parts, row), status);
  }
  const next = await change(parts, row, { state: 'CANCELED' });
  if (!next) return locked;
  if (row.state === 'CONFIRMED') {
    const reply = await operate(parts, 'reverse', call, row.amountMinor);
    if (!reply || 'status' in reply) return reply;
    if (reply.result !== 'APPROVED') return defect('a hold that can be cancelled is released');
  }
  const view = await viewOf(parts, next);
  await parts.announce('payment_intent.canceled', view);
  return { status: 200, body: view };
};

/** Takes an amount of the hold; the metadata of the request are kept. */
const holdOperation =
  (verb: 'capture' | 'adjust', field: string, event: string): Operate =>
  async (parts, call) => {
    const { row, form } = call;
    const charge = await chargeOf(parts, row);
    const status = intentStatus(row, charge, lostAt(parts));
    if (!charge || status !== 'requires_capture') {
      return unexpectedState(await viewOf(parts, row), status);
    }
    const given = form.get(field) ?? String(charge.authorizedMinor);
    if (!/^[1-9]\d{0,11}$/.test(given)) return invalidRequest('parameter_invalid_integer', field);
    const amountMinor = BigInt(given);
    const isHigher = amountMinor > charge.authorizedMinor;
    if (verb === 'capture' && isHigher) return invalidRequest('amount_too_large', field);
    if (verb === 'adjust' && !isHigher) return invalidRequest('amount_too_small', field);
    const metadata = { ...row.metadata, ...metadataIn(form) };
    const next = await change(parts, row, { metadata });
    if (!next) return locked;
    const reply = await operate(parts, verb, call, amountMinor);
    if (!reply || 'status' in reply) return reply;
    const view = await viewOf(parts, next);
    if (reply.result !== 'APPROVED') return unexpectedState(view, view.status);
    await parts.announce(event, view);
    return { status: 200, body: view };
  };

export async function createRefund(
  parts: IntentParts,
  call: IntentCall,
): Promise<ApiAnswer | undefined> {
  const { row, form, operationId } = call;
  const charge = await chargeOf(parts, row);
  const left = charge ? charge.capturedMinor - charge.refundedMinor : 0n;
  const given = form.get('amount') ?? String(left);
  if (!/^\d{1,12}$/.test(given)) return invalidRequest('parameter_invalid_integer', 'amount');
  const amountMinor = BigInt(given);
  if (left === 0n || amountMinor > left) return invalidRequest('charge_already_refunded', 'amount');
  const reply = await operate(parts, 'refund', call, amountMinor);
  if (!reply || 'status' in reply) return reply;
  const made = (await refundsOf(parts, row)).find((one) => one.attemptId === operationId);
  if (!made) return defect('a refund that was made cannot be found');
  const view = refundView(row.intentId, made);
  await parts.announce(view.status === 'failed' ? 'refund.failed' : 'refund.created', view);
  return { status: 200, body: view };
}

async function refundsOf({ acquirer }: IntentParts, { paymentId, attemptId }: IntentRow) {
  const rows = await acquirer.chargesOf(paymentId);
  return rows.filter(({ verb, originalAttemptId }) => {
    return verb === 'refund' && originalAttemptId === attemptId;
  });
}

export async function listRefunds(parts: IntentParts, row: IntentRow): Promise<ApiAnswer> {
  const data = (await refundsOf(parts, row)).map((one) => refundView(row.intentId, one));
  return { status: 200, body: { object: 'list', data, has_more: false } };
}

/** What can be done with an intent, by the last part of the path. */
export const intentOperations: Readonly<Record<string, Operate>> = {
  confirm,
  cancel,
  capture: holdOperation('capture', 'amount_to_capture', 'payment_intent.succeeded'),
  increment_authorization: holdOperation(
    'adjust',
    'amount',
    'payment_intent.amount_capturable_updated',
  ),
};
