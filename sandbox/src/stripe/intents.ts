// The intents of the simulated Stripe: how they are created, read and changed. Money moves at the
// simulated acquirer.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { isUuid, type Ids } from '@bramka/gateway/core/id.ts';
import type { PlainReply, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import type { SimulatedAcquirer } from '../acquirer/acquirer.ts';
import type { Charge } from '../acquirer/charge.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { apiError, invalidRequest, metadataIn, type ApiAnswer, type Form } from './protocol.ts';
import { intentTable, type IntentRow } from './rows.ts';
import type { StripeStore } from './stripe.store.ts';
import { intentView, plain } from './views.ts';

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
interface IntentCall {
  readonly row: IntentRow;
  readonly form: Form;
  /** Names the operation at the acquirer. */
  readonly operationId: string;
}

export type Operate = (parts: IntentParts, call: IntentCall) => Promise<ApiAnswer | undefined>;

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

export const lostAt = ({ clock, maxInFlightMs }: IntentParts): number =>
  clock.now() - maxInFlightMs;

export async function viewOf(parts: IntentParts, row: IntentRow) {
  return intentView(row, await chargeOf(parts, row), lostAt(parts));
}

/** Undefined: another request was faster. */
export async function change(
  { journal }: IntentParts,
  row: IntentRow,
  changed: Partial<IntentRow>,
): Promise<IntentRow | undefined> {
  const next = { ...row, ...changed, version: row.version + 1 };
  const result = await journal.commit(new Draft().change(intentTable, next, row.version));
  return result.kind === 'committed' ? next : undefined;
}

export const failure = apiError(500, 'api_error', 'api_error', 'An unknown error occurred.');

/** An operation on the charge at the acquirer. */
export async function operate(
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
