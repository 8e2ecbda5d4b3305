// Reads payment intents and refunds. A result counts only if it is about exactly this attempt, this
// amount and this currency.

import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import type { Money } from '../../core/money.ts';
import { storedText } from '../operation-message.ts';
import { approvalOf, type Approved, type Outcome, type Unknown } from '../outcome.ts';
import { garbage } from './transport.ts';
import { declined, declineOf } from './reasons.ts';
import { INTENT_ID, METHOD_ID, REFUND_ID } from './requests.ts';

/** What an operation must be about. */
export interface Expected {
  readonly attemptId: string;
  readonly amount: Money;
}

const STATUS = /^[a-z_]{1,40}$/;

/** `open`: it was never confirmed. `action`: the customer must act. `ended`: it was cancelled. */
type IntentState = Outcome | 'open' | 'action' | 'ended';

interface Intent {
  readonly id: string;
  readonly status: string;
  readonly metadata: Fields;
  readonly fields: Fields;
}

export function readIntent(fields: Fields): Intent | undefined {
  const id = textOf(fields['id'], INTENT_ID);
  const status = textOf(fields['status'], STATUS);
  const metadata = fieldsOf(fields['metadata']);
  if (fields['object'] !== 'payment_intent' || !id || !status || !metadata) return undefined;
  return { id, status, metadata, fields };
}

/** How an authorization stands. */
export function readAuthorization(fields: Fields, expected: Expected): IntentState {
  const intent = readIntent(fields);
  if (!intent || intent.metadata['attempt'] !== expected.attemptId) return garbage;
  if (!isAmount(fields, 'amount', expected.amount)) return garbage;
  const { id, status } = intent;
  const error = errorOf(fields['last_payment_error']);
  if (error === undefined) return garbage;
  switch (status) {
    case 'succeeded':
    case 'requires_capture':
      return approvalWith(id, fields['latest_charge']);
    case 'processing':
      return { kind: 'pending', reference: id, customer: null };
    case 'requires_payment_method':
      return error ? declineOf(error, id) : 'open';
    case 'requires_confirmation':
      return 'open';
    case 'requires_action':
      return 'action';
    case 'canceled':
      return error ? declineOf(error, id) : 'ended';
    default:
      return garbage;
  }
}

/** Null: there was none. Undefined: it cannot be read. */
function errorOf(value: unknown): Fields | null | undefined {
  const fields = fieldsOf(value);
  if (!fields) return value === null || value === undefined ? null : undefined;
  return typeof fields['type'] === 'string' ? fields : undefined;
}

function approvalWith(id: string, latestCharge: unknown): Approved {
  const details = fieldsOf(fieldsOf(latestCharge)?.['payment_method_details']);
  const card = fieldsOf(details?.['card']);
  return {
    ...approvalOf(id),
    authCode: storedText(card?.['authorization_code']),
    networkTransactionId: storedText(card?.['network_transaction_id']),
  };
}

/** Undefined: the capture is not the one that was made. */
export function readCapture(fields: Fields, expected: Expected): Outcome | undefined {
  const intent = readIntent(fields);
  if (!intent) return garbage;
  const { id, status, metadata } = intent;
  if (metadata['capture'] !== expected.attemptId || status !== 'succeeded') return undefined;
  return isAmount(fields, 'amount_received', expected.amount) ? approvalOf(id) : garbage;
}

/** Undefined: the adjustment is not the last one that was made. */
export function readIncrement(fields: Fields, expected: Expected): Outcome | undefined {
  const intent = readIntent(fields);
  if (!intent) return garbage;
  const { id, metadata } = intent;
  if (metadata['adjust'] !== expected.attemptId) return undefined;
  return isAmount(fields, 'amount', expected.amount) ? approvalOf(id) : garbage;
}

export function readRefund(fields: Fields, expected: Expected): Outcome {
  const id = textOf(fields['id'], REFUND_ID);
  const status = textOf(fields['status'], STATUS);
  const isOurs = fieldsOf(fields['metadata'])?.['attempt'] === expected.attemptId;
  if (fields['object'] !== 'refund' || !id || !status || !isOurs) return garbage;
  return isAmount(fields, 'amount', expected.amount) ? refundState(id, status, fields) : garbage;
}

export function refundState(id: string, status: string, fields: Fields): Outcome {
  switch (status) {
    case 'succeeded':
      return approvalOf(id);
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', reference: id, customer: null };
    case 'failed':
    case 'canceled':
      return declined('DO_NOT_HONOR', id, textOf(fields['failure_reason'], STATUS) ?? status);
    default:
      return garbage;
  }
}

export function readMethodId(fields: Fields): { readonly id: string } | Unknown {
  const id = textOf(fields['id'], METHOD_ID);
  return fields['object'] === 'payment_method' && id ? { id } : garbage;
}

/** A created intent states its attempt; its status may be an old one. */
export function readIntentId(fields: Fields, attemptId: string): { readonly id: string } | Unknown {
  const intent = readIntent(fields);
  return intent?.metadata['attempt'] === attemptId ? { id: intent.id } : garbage;
}

export function moneyOf(fields: Fields, name: string): Money | null {
  const { [name]: minor, currency } = fields;
  const code = textOf(currency, /^[a-z]{3}$/)?.toUpperCase();
  if (typeof minor !== 'number' || !Number.isSafeInteger(minor) || !code) return null;
  return { minor: BigInt(minor), currency: code };
}

function isAmount(fields: Fields, name: string, { minor, currency }: Money): boolean {
  const given = moneyOf(fields, name);
  return given?.minor === minor && given.currency === currency;
}
