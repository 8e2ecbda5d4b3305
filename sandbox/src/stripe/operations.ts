// What can be done with an intent of the simulated Stripe. A confirmation and a cancellation
// exclude each other.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { PlainReply, PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { change, chargeOf, failure, lostAt, operate, viewOf } from './intents.ts';
import type { IntentParts, Operate } from './intents.ts';
import type { HeldCard } from './payment-methods.ts';
import { apiError, invalidRequest, metadataIn, unexpectedState, type Form } from './protocol.ts';
import type { IntentRow } from './rows.ts';
import { intentStatus } from './views.ts';

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
